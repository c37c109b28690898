import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { assertContract, type CaptureRig, startCapture } from '../../../../test/kit/capture.ts';
import { type Site, startSite } from '../../../../test/kit/site.ts';

describe('what the browser says about a page', () => {
  let rig: CaptureRig;
  let site: Site;
  before(async () => {
    site = await startSite({
      '/': (_request, response) => {
        response.setHeader('content-type', 'text/html');
        response.setHeader('content-security-policy', "default-src 'none'; script-src 'self'");
        response.end(
          '<!doctype html><title>Strict</title><script>1</script><script src="/strict.js"></script>',
        );
      },
      '/strict.js': `console.log('allowed'); fetch('/elsewhere').catch(() => {});
        new XMLHttpRequest().open('GET', '/x', false); document.body.append(new Image());
        document.images[0].src = '/missing.png';`,
      '/old': `<!doctype html><title>Old</title><script>
        try { const r = new XMLHttpRequest(); r.open('GET', '/old', false); r.send(); } catch {}
        document.write('<p>written'); navigator.webkitTemporaryStorage?.queryUsageAndQuota(() => {});
        </script>`,
    });
    rig = await startCapture();
    const tab = await rig.engine.tab();
    await tab.page.goto(site.url('/'));
  });
  after(async () => {
    await rig.close();
    await site.close();
  });

  it('sees everything under a strict policy, and what the policy refused, once each', async () => {
    await rig.first('console', ({ message }) => message === 'allowed', 'the words of the allowed script');
    const { data } = await rig.first(
      'console',
      ({ category, level, message }) =>
        category === 'csp' && level === 'error' && message.includes('elsewhere'),
      'the refused connection',
    );
    assert.equal(data.report?.code, 'ContentSecurityPolicyIssue');
    assert.equal(data.report?.details.violatedDirective, 'connect-src');
    assert.equal(data.location?.url, site.url('/strict.js'));
    await rig.first(
      'console',
      ({ message }) => message.includes('inline script'),
      'the refused inline script',
    );
    await rig.capture.settled();
    const refused = rig.all('console', ({ category }) => category === 'csp').map(({ data }) => data.message);
    assert.equal(refused.length, new Set(refused).size);
    assert.ok(rig.all('console', ({ category }) => category === 'csp').every(({ data }) => data.report));
  });

  it('tells of deprecations, with their details', async () => {
    const tab = await rig.engine.tab();
    await tab.page.goto(site.url('/old'));
    const { data } = await rig.first(
      'console',
      ({ category }) => category === 'deprecation',
      'a deprecation',
    );
    assert.equal(data.level, 'warn');
    assert.equal(data.report?.code, 'DeprecationIssue');
    assert.ok(data.location);
  });

  it('links a failed resource with its request', async () => {
    const tab = await rig.engine.tab();
    await tab.page.goto(site.url('/old'));
    await tab.page.evaluate('fetch("/nowhere")');
    const { data } = await rig.first(
      'console',
      ({ category, location }) => category === 'network' && location?.url.endsWith('/nowhere') === true,
      'the words about the missing resource',
    );
    const request = await rig.first('request', ({ url }) => url.endsWith('/nowhere'), 'its request');
    assert.equal(data.requestId, request.data.requestId);
    assertContract(rig.evidence);
  });
});
