/** A second set, written after the rules and not used to change them. */
import { type BrokenTest, button, label, link, of } from './broken-test.ts';

const BOARD = `<div class=app><div class=top><span>Board</span><div class=tools><button type=button class=x1 title="Add card">+ Card</button>
<button type=button class=x2>Filter</button><input class=x3 placeholder="Find a card"></div></div>
<div class=cols><div class=col><h3>Todo</h3><div class=card>Write docs <button type=button aria-label="Card menu">…</button></div></div>
<div class=col><h3>Done</h3><div class=card>Fix bug <button type=button aria-label="Card menu">…</button></div></div></div>
<div class=side><h3>Share</h3><label for=inv>Invite by mail</label><input id=inv type=email><button type=button id=invite>Invite</button>
<label><input type=checkbox id=pub> Public board</label><label>Colour <select id=col><option>Red<option>Blue</select></label>
<a href="#exp" class=exp>Export board</a><button type=button class=del>Delete board</button></div></div>`;

const BANK = `<h1>Transfer</h1><form><fieldset><legend>From</legend><label for=a1>Account</label><select id=a1><option>Giro<option>Savings</select></fieldset>
<fieldset><legend>To</legend><label for=nm>Name</label><input id=nm name=name><label for=ib>IBAN</label><input id=ib name=iban><label for=am>Amount</label><input id=am name=amount inputmode=decimal></fieldset>
<label><input type=radio name=when id=now> Now</label><label><input type=radio name=when id=later> Later</label>
<label for=ref>Reference</label><textarea id=ref></textarea><button type=button id=send data-testid=submit-transfer>Transfer money</button>
<button type=button id=tpl>Save as template</button></form><nav><a href="#acc">Accounts</a><a href="#card">Cards</a><a href="#out">Log out</a></nav>`;

export const secondSet: readonly BrokenTest[] = [
  of(
    'renamed text',
    BOARD,
    [['>Invite<', '>Send invite<']],
    [label('Invite by mail'), 'fill', 'a@b.c'],
    [`getByRole('button', { name: 'Invite', exact: true })`, 'click', undefined, '#invite'],
  ),
  of(
    'renamed text',
    BANK,
    [
      ['>Transfer money<', '>Send money<'],
      [' data-testid=submit-transfer', ''],
    ],
    [button('Transfer money'), 'click', undefined, '#send'],
  ),
  of(
    'renamed text',
    BANK,
    [['>Log out<', '>Sign out<']],
    [link('Log out'), 'click', undefined, 'nav > a:last-child'],
  ),
  of(
    'moved element',
    BOARD,
    [
      ['<a href="#exp" class=exp>Export board</a>', ''],
      ['<span>Board</span>', '<span>Board</span><a href="#exp">Export board</a>'],
    ],
    ["locator('.side > a.exp')", 'click', undefined, '.top > a'],
  ),
  of(
    'moved element',
    BANK,
    [
      ['<label for=ref>Reference</label><textarea id=ref></textarea>', ''],
      [
        '<h1>Transfer</h1><form>',
        '<h1>Transfer</h1><form><label for=memo>Reference</label><textarea id=memo></textarea>',
      ],
    ],
    ["locator('#ref')", 'fill', 'x', '#memo'],
  ),
  of(
    'changed role',
    BOARD,
    [['<button type=button class=x2>Filter</button>', '<div role=button tabindex=0 class=f>Filter</div>']],
    ["locator('button.x2')", 'click', undefined, '.f'],
  ),
  of(
    'changed role',
    BANK,
    [['<a href="#card">Cards</a>', '<button type=button>Cards</button>']],
    [link('Cards'), 'click', undefined, 'nav > button'],
  ),
  of(
    'new wrapper',
    BOARD,
    [
      [
        '<input id=inv type=email>',
        '<span class=wrap><input id=inv-2 type=email aria-label="Invite by mail"></span>',
      ],
    ],
    ["locator('.side > input')", 'fill', 'a@b.c', '.wrap > input'],
  ),
  of(
    'other id',
    BOARD,
    [
      ['id=pub', 'id=r7'],
      ['id=col', 'id=r8'],
    ],
    ["locator('#pub')", 'check', undefined, '#r7'],
    ["locator('#col')", 'selectOption', 'Blue', '#r8'],
  ),
  of(
    'other id',
    BANK,
    [
      ['for=ib', 'for=iban'],
      ['id=ib', 'id=iban'],
      ['for=am', 'for=amount'],
      ['id=am', 'id=amount'],
    ],
    ["locator('#ib')", 'fill', 'X', '#iban'],
    ["locator('#am')", 'fill', '5', '#amount'],
  ),
  of(
    'split form',
    BANK,
    [
      [
        '</form>',
        '<fieldset><legend>Standing order</legend><label for=am2>Amount</label><input id=am2><button type=button id=send2>Transfer money</button></fieldset></form>',
      ],
    ],
    [label('Amount'), 'fill', '5', '#am'],
    [button('Transfer money'), 'click', undefined, '#send'],
  ),
  of(
    'split form',
    BOARD,
    [
      [
        '<label><input type=checkbox id=pub>',
        '</div><div class=rights><h3>Rights</h3><label><input type=checkbox id=pub>',
      ],
    ],
    ["locator('.side #pub')", 'check', undefined, '#pub'],
    ["locator('.side .del')", 'click', undefined, '.del'],
  ),
  of(
    'gone',
    BOARD,
    [
      [
        '<button type=button class=del>Delete board</button>',
        '<button type=button class=arc>Archive board</button>',
      ],
    ],
    [button('Delete board'), 'click', undefined, 'none'],
  ),
  of(
    'gone',
    BANK,
    [['<button type=button id=tpl>Save as template</button>', '']],
    [button('Save as template'), 'click', undefined, 'none'],
  ),
  of(
    'gone',
    BOARD,
    [['<div class=card>Write docs <button type=button aria-label="Card menu">…</button></div>', '']],
    ["locator('.col').filter({ hasText: 'Todo' }).getByLabel('Card menu')", 'click', undefined, 'none'],
  ),
];
