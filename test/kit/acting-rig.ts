/** A site and the telemetry tools in a browser of their own, for all tests of one file. */
import { after, before } from 'node:test';
import { type Site, startSite } from './site.ts';
import { type Answer, type TelemetryRig, telemetryRig } from './telemetry-rig.ts';

const FORM = `<!doctype html><html lang="en"><title>Form</title><h1 aria-label="Head line">Sign up</h1>
<form action="/sent" method="post">
  <label>Name <input name="name" placeholder="Your name"></label>
  <label>Secret <input name="secret" type="password"></label>
  <label>Country <select name="country"><option value="at">Austria</option><option value="ch">Switzerland</option></select></label>
  <label><input type="checkbox" name="news"> News</label>
  <button data-testid="send">Send</button>
</form>
<button class="twin">Twin</button><button class="twin">Twin</button>
<button id="hidden-one" hidden>Ghost</button>
<div id="edit" contenteditable>text</div><p id="out"></p><ul id="keys"></ul>
<my-card></my-card><iframe src="/inner" name="kid"></iframe>
<div style="height:3000px"></div><button id="far">Far away</button>
<script>
  document.querySelector('[name=name]').addEventListener('keydown', ({ isTrusted }) => keys.append(isTrusted ? 'k' : 'f'));
  document.querySelector('.twin').addEventListener('click', ({ isTrusted }) => { out.textContent = 'first twin ' + isTrusted; });
  document.querySelector('#far').addEventListener('click', () => console.error('clicked far'));
  customElements.define('my-card', class extends HTMLElement {
    constructor() { super(); this.attachShadow({ mode: 'open' }).innerHTML = '<button>In the shadow</button>';
      this.shadowRoot.querySelector('button').onclick = () => { out.textContent = 'shadow'; }; }
  });
</script></html>`;

const STRICT = "default-src 'none'; script-src 'self'; style-src 'self'";
const page = (title: string, body: string) => `<!doctype html><title>${title}</title>${body}`;

export class ActingRig {
  /** What the site was sent, with its body as it came. */
  readonly posted: { readonly path: string; readonly body: string }[] = [];
  #site: Site | undefined;
  #tools: TelemetryRig | undefined;
  readonly #endings: (() => unknown)[] = [];

  constructor() {
    before(async () => {
      this.#site = await startSite(this.#routes());
      this.#tools = await telemetryRig({ after: (ending) => void this.#endings.unshift(ending) });
    });
    after(async () => {
      for (const end of this.#endings) await end();
      await this.#site?.close();
    });
  }

  get site(): Site {
    return this.#site!;
  }

  get tools(): TelemetryRig {
    return this.#tools!;
  }

  act(action: string, args: Record<string, unknown> = {}): Promise<Answer> {
    return this.tools.call('interact', { action, ...args });
  }

  open(path: string): Promise<Answer> {
    return this.act('navigate', { url: this.site.url(path) });
  }

  /** The value of an expression in the page. */
  // biome-ignore lint/suspicious/noExplicitAny: a test asserts on whatever came back
  async read(script: string): Promise<any> {
    return (await this.act('execute_js', { script })).data.result.result;
  }

  /** The outcome of a command once it has ended. */
  async finished(id: string): Promise<Answer['data']> {
    for (;;) {
      const { data } = await this.tools.call('observe', { what: 'command_result', correlation_id: id });
      if (data.final) return data;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  #routes(): Parameters<typeof startSite>[0] {
    const button = '<button id="deep">Inside</button><button class="twin">Frame twin</button>';
    const fields = '<input id="a"><input type="checkbox" id="c"><input id="pass" type="password">';
    const told = '[localStorage.who, sessionStorage.tab, document.cookie]';
    const form = '<form action="/sent" method="post" enctype="multipart/form-data">';
    return {
      '/form': FORM,
      '/inner': page(
        'Inner',
        `${button}<script>deep.onclick = () => { deep.textContent = 'Pressed'; }</script>`,
      ),
      '/state': page(
        'State',
        `${fields}<div style="height:4000px"></div><output></output>` +
          `<script>document.querySelector('output').textContent = ${told}.join('|')</script>`,
      ),
      '/veiled': page(
        'Veiled',
        `<button id="under">Buy</button><div id="veil" hidden style="position:fixed;inset:0"></div>` +
          `<script>addEventListener('mousemove', () => { veil.hidden = false; });` +
          `under.onclick = () => { document.title = 'Bought'; }</script>`,
      ),
      '/upload': page('Upload', `${form}<input type="file" name="file"></form>`),
      '/strict': (_request, response) => {
        response.setHeader('content-security-policy', STRICT).setHeader('content-type', 'text/html');
        response.end(page('Strict', '<button>Strict button</button>'));
      },
      '/sent': async (request, response) => {
        const chunks: Buffer[] = [];
        for await (const chunk of request) chunks.push(chunk);
        this.posted.push({ path: request.url ?? '', body: Buffer.concat(chunks).toString('latin1') });
        response.setHeader('content-type', 'text/html').end(page('Sent', '<h1>Thanks</h1>'));
      },
    };
  }
}
