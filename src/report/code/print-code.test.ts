import assert from 'node:assert/strict';
import test from 'node:test';
import { type CodeCheck, type CodeLanguage, type CodeStep, options, withOptions } from './code-step.ts';
import { parseChain } from './locator-chain.ts';
import { printStep } from './print-code.ts';

const LANGUAGES: readonly CodeLanguage[] = ['typescript', 'python', 'java', 'csharp'];
const inAll = (step: CodeStep | CodeCheck) => LANGUAGES.map((language) => printStep(step, language));

test('a click on an element in four languages', () => {
  const on = "getByRole('button', { name: 'It\\'s \"here\"', exact: true }).first()";
  assert.deepEqual(inAll({ on, call: 'click', args: withOptions([], options({ button: 'right' })) }), [
    `await page.getByRole('button', { name: 'It\\'s "here"', exact: true }).first().click({ button: 'right' });`,
    `page.get_by_role("button", name="It's \\"here\\"", exact=True).first.click(button="right")`,
    'page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("It\'s \\"here\\"").setExact(true)).first().click(new Locator.ClickOptions().setButton(MouseButton.RIGHT));',
    'await page.GetByRole(AriaRole.Button, new() { Name = "It\'s \\"here\\"", Exact = true }).First.ClickAsync(new() { Button = MouseButton.Right });',
  ]);
});

test('frames, patterns and nested locators', () => {
  const on = "locator('iframe').contentFrame().getByText(/a\\/b\\d+/i)";
  assert.deepEqual(inAll({ on, call: 'hover' }), [
    `await page.${on}.hover();`,
    'page.locator("iframe").content_frame.get_by_text(re.compile(r"a\\/b\\d+", re.IGNORECASE)).hover()',
    'page.locator("iframe").contentFrame().getByText(Pattern.compile("a\\\\/b\\\\d+", Pattern.CASE_INSENSITIVE)).hover();',
    'await page.Locator("iframe").ContentFrame.GetByText(new Regex("a\\\\/b\\\\d+", RegexOptions.IgnoreCase)).HoverAsync();',
  ]);
  const chain = parseChain("getByRole('row').filter({ has: page.getByText('x') }).nth(2)");
  assert.deepEqual(
    chain.map(({ name }) => name),
    ['getByRole', 'filter', 'nth'],
  );
  assert.deepEqual(chain[2]!.args, [2]);
  const inRow = "getByRole('row').filter({ has: page.getByText('x') })";
  assert.deepEqual(inAll({ on: inRow, call: 'click' }), [
    `await page.${inRow}.click();`,
    'page.get_by_role("row").filter(has=page.get_by_text("x")).click()',
    'page.getByRole(AriaRole.ROW).filter(new Locator.FilterOptions().setHas(page.getByText("x"))).click();',
    'await page.GetByRole(AriaRole.Row).Filter(new() { Has = page.GetByText("x") }).ClickAsync();',
  ]);
});

test('the page itself, its parts, secrets and lists', () => {
  assert.deepEqual(inAll({ call: 'goto', args: ['http://a/'] }), [
    "await page.goto('http://a/');",
    'page.goto("http://a/")',
    'page.navigate("http://a/");',
    'await page.GotoAsync("http://a/");',
  ]);
  assert.deepEqual(inAll({ part: 'keyboard', call: 'press', args: ['Enter'] }), [
    "await page.keyboard.press('Enter');",
    'page.keyboard.press("Enter")',
    'page.keyboard().press("Enter");',
    'await page.Keyboard.PressAsync("Enter");',
  ]);
  assert.deepEqual(inAll({ on: "locator('#p')", call: 'fill', args: [{ secret: 'PASS' }] }), [
    "await page.locator('#p').fill(process.env['PASS']);",
    'page.locator("#p").fill(os.environ["PASS"])',
    'page.locator("#p").fill(System.getenv("PASS"));',
    'await page.Locator("#p").FillAsync(Environment.GetEnvironmentVariable("PASS"));',
  ]);
  assert.deepEqual(inAll({ on: "locator('#s')", call: 'selectOption', args: [['a', 'b']] }), [
    "await page.locator('#s').selectOption(['a', 'b']);",
    'page.locator("#s").select_option(["a", "b"])',
    'page.locator("#s").selectOption(new String[] {"a", "b"});',
    'await page.Locator("#s").SelectOptionAsync(new[] { "a", "b" });',
  ]);
});

test('assertions', () => {
  const on = "getByRole('textbox', { name: 'Name' })";
  assert.deepEqual(inAll({ on, is: 'value', value: "it's" }), [
    "await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('it\\'s');",
    'expect(page.get_by_role("textbox", name="Name")).to_have_value("it\'s")',
    'assertThat(page.getByRole(AriaRole.TEXTBOX, new Page.GetByRoleOptions().setName("Name"))).hasValue("it\'s");',
    'await Expect(page.GetByRole(AriaRole.Textbox, new() { Name = "Name" })).ToHaveValueAsync("it\'s");',
  ]);
  assert.deepEqual(inAll({ on: "locator('#c')", is: 'checked', isNot: true }), [
    "await expect(page.locator('#c')).not.toBeChecked();",
    'expect(page.locator("#c")).not_to_be_checked()',
    'assertThat(page.locator("#c")).not().isChecked();',
    'await Expect(page.Locator("#c")).Not.ToBeCheckedAsync();',
  ]);
  assert.deepEqual(inAll({ on: "locator('body')", is: 'snapshot', value: '- list:\n  - listitem: "One"' }), [
    'await expect(page.locator(\'body\')).toMatchAriaSnapshot(`\n  - list:\n    - listitem: "One"\n  `);',
    'expect(page.locator("body")).to_match_aria_snapshot("- list:\\n  - listitem: \\"One\\"")',
    'assertThat(page.locator("body")).matchesAriaSnapshot("- list:\\n  - listitem: \\"One\\"");',
    'await Expect(page.Locator("body")).ToMatchAriaSnapshotAsync("- list:\\n  - listitem: \\"One\\"");',
  ]);
});

test('values that Java and C# have types for, sizes and cookies', () => {
  const size = { call: 'setViewportSize', args: [{ options: { width: 600, height: 500 } }] };
  assert.deepEqual(inAll(size), [
    'await page.setViewportSize({ width: 600, height: 500 });',
    'page.set_viewport_size({"width": 600, "height": 500})',
    'page.setViewportSize(600, 500);',
    'await page.SetViewportSizeAsync(600, 500);',
  ]);
  const shot = { call: 'screenshot', args: [{ options: { path: 'a.png', scale: 'css', type: 'png' } }] };
  assert.deepEqual(inAll(shot).slice(2), [
    'page.screenshot(new Page.ScreenshotOptions().setPath(Paths.get("a.png")).setScale(ScreenshotScale.CSS).setType(ScreenshotType.PNG));',
    'await page.ScreenshotAsync(new() { Path = "a.png", Scale = ScreenshotScale.Css, Type = ScreenshotType.Png });',
  ]);
  const keys = { on: "locator('a')", call: 'click', args: [{ options: { modifiers: ['Alt', 'Shift'] } }] };
  assert.deepEqual(inAll(keys).slice(2), [
    'page.locator("a").click(new Locator.ClickOptions().setModifiers(Arrays.asList(KeyboardModifier.ALT, KeyboardModifier.SHIFT)));',
    'await page.Locator("a").ClickAsync(new() { Modifiers = new[] { KeyboardModifier.Alt, KeyboardModifier.Shift } });',
  ]);
  const cookie = { options: { name: 'a', value: 'b', domain: 'x.y', sameSite: 'Lax' } };
  assert.deepEqual(inAll({ part: 'context', call: 'addCookies', args: [[cookie]] }).slice(1), [
    'page.context.add_cookies([{"name": "a", "value": "b", "domain": "x.y", "sameSite": "Lax"}])',
    'page.context().addCookies(Arrays.asList(new Cookie("a", "b").setDomain("x.y").setSameSite(SameSiteAttribute.LAX)));',
    'await page.Context.AddCookiesAsync(new[] { new Cookie { Name = "a", Value = "b", Domain = "x.y", SameSite = SameSiteAttribute.Lax } });',
  ]);
  const media = { call: 'emulateMedia', args: [{ options: { reducedMotion: 'no-preference' } }] };
  assert.deepEqual(inAll(media).slice(2), [
    'page.emulateMedia(new Page.EmulateMediaOptions().setReducedMotion(ReducedMotion.NO_PREFERENCE));',
    'await page.EmulateMediaAsync(new() { ReducedMotion = ReducedMotion.NoPreference });',
  ]);
});

test('what is no locator, or more than one, is taken for none: it may be written into a test that runs', () => {
  for (const code of [
    "getByText('a'); process.exit()",
    "getByText('a').click(); //",
    'getByText(`$' + '{process.exit()}`)',
    "getByText('a').constructor('return process')",
    "getByText('a').page",
    "constructor('x')",
  ])
    assert.throws(() => parseChain(code), code);
  assert.equal(parseChain("frameLocator('#a').getByRole('button', { name: /a\\)b/i }).nth(1) ").length, 3);
});
