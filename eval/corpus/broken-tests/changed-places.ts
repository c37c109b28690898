/** The element stands elsewhere. */
import { type BrokenTest, button, label, of } from './broken-test.ts';
import { ADMIN, SHOP, SIGNUP } from './pages.ts';

export const moved: readonly BrokenTest[] = [
  of(
    'moved element',
    SIGNUP,
    [
      ['<button type=button id=reset class=btn>Clear form</button>', ''],
      ['<h1>Sign up</h1>', '<h1>Sign up</h1><button type=button class=btn>Clear form</button>'],
    ],
    ["locator('form > p:nth-child(8) > button:nth-child(2)')", 'click', undefined, 'h1 + button'],
  ),
  of(
    'moved element',
    SIGNUP,
    [
      ['<p><label for=ph>Phone</label> <input id=ph name=phone type=tel></p>\n', ''],
      [
        '<form id=signup class=card>',
        '<form id=signup class=card><p><label for=phone>Phone</label> <input id=phone name=phone type=tel></p>',
      ],
    ],
    ["locator('#ph')", 'fill', '123', '#phone'],
  ),
  of(
    'moved element',
    SHOP,
    [
      [
        '<section class=side><h2>Newsletter</h2><label>Your e-mail <input class=mail></label> <button type=button class=sub>Subscribe</button></section>\n',
        '',
      ],
      [
        '<header>',
        '<aside><h2>Newsletter</h2><label>Your e-mail <input></label> <button type=button>Subscribe</button></aside><header>',
      ],
    ],
    ["locator('section.side input')", 'fill', 'a@b.c', 'aside input'],
    ["locator('section.side button')", 'click', undefined, 'aside button'],
  ),
  of(
    'moved element',
    SHOP,
    [
      ['<button type=button class=go>Search</button></header>', '</header>'],
      ['<main><h1>', '<main><button type=button>Search</button><h1>'],
    ],
    ["locator('header > button')", 'click', undefined, 'main > button'],
  ),
  of(
    'moved element',
    SHOP,
    [
      [
        '<article class=item><h2>Red lamp</h2><p>19.00</p><button type=button class=add>Add to cart</button> <a href="#red">Details</a></article>',
        '<article class=item><h2>Green sofa</h2><p>99.00</p><button type=button class=add>Add to cart</button> <a href="#green">Details</a></article><article class=item><h2>Red lamp</h2><p>19.00</p><button type=button class=add>Add to cart</button> <a href="#red">Details</a></article>',
      ],
      ['<a href="#cart" class=cart>Cart (0)</a>', ''],
      ['</main>', '<a href="#cart">Cart (0)</a></main>'],
    ],
    ["locator('nav > a.cart')", 'click', undefined, 'main > a'],
  ),
  of(
    'moved element',
    ADMIN,
    [
      ['<button type=button id=exp data-testid=export>Export</button>', ''],
      ['<div class=foot>', '<div class=foot><button type=button>Export</button> '],
    ],
    ["getByTestId('export')", 'click', undefined, '.foot > button:first-child'],
  ),
  of(
    'moved element',
    ADMIN,
    [
      ['<a href="#log" id=lg>Activity log</a>', ''],
      ['<div class=bar>', '<div class=bar><a href="#log">Activity log</a> '],
    ],
    ["locator('.foot > a')", 'click', undefined, '.bar > a'],
  ),
  of(
    'moved element',
    ADMIN,
    [
      ['<label for=nt>Note</label> <textarea id=nt name=note></textarea>', ''],
      ['<table>', '<p><label for=note>Note</label> <textarea id=note name=note></textarea></p><table>'],
    ],
    ["locator('.foot textarea')", 'fill', 'x', '#note'],
  ),
  of(
    'moved element',
    ADMIN,
    [
      ['<button type=button id=cn class=cancel>Cancel</button>', ''],
      ['<div class=foot>', '<div class=foot><span><button type=button>Cancel</button></span>'],
    ],
    ["locator('#cn')", 'click', undefined, 'span > button'],
  ),
  of(
    'moved element',
    SIGNUP,
    [
      [
        '<p><label for=co>Country</label> <select id=co name=country><option>France<option>Spain</select></p>\n',
        '',
      ],
      [
        '</form>',
        '<p><label for=land>Country</label> <select id=land name=country><option>France<option>Spain</select></p></form>',
      ],
    ],
    ["locator('#signup p:nth-child(5) select')", 'selectOption', 'Spain', '#land'],
  ),
];

export const wrapped: readonly BrokenTest[] = [
  of(
    'new wrapper',
    SIGNUP,
    [
      ['<form id=signup class=card>', '<div><form id=signup class=card>'],
      ['</form>', '</form></div>'],
    ],
    ["locator('main > form input[type=email]')", 'fill', 'a@b.c', '#em'],
  ),
  of(
    'new wrapper',
    SIGNUP,
    [
      [
        '<p><button type=button id=create class="btn primary" data-testid=create-account>',
        '<p><span class=group><button type=button class="button main">',
      ],
      ['Clear form</button></p>', 'Clear form</button></span></p>'],
    ],
    ["locator('form > p > button.primary')", 'click', undefined, '.group > button.main'],
  ),
  of(
    'new wrapper',
    SIGNUP,
    [
      [
        '<p><label for=fn>First name</label> <input id=fn name=first></p>',
        '<p><label for=fn>First name</label> <span><input id=fn name=first></span></p>',
      ],
    ],
    ["locator('p > input').first()", 'fill', 'Ann'],
    ["locator('form > p:nth-child(1) > input')", 'fill', 'Ann', '#fn'],
  ),
  of(
    'new wrapper',
    SHOP,
    [
      ['<nav>', '<nav><ul><li>'],
      ['</nav>', '</li></ul></nav>'],
    ],
    ["locator('nav > a:nth-child(2)')", 'click', undefined, 'li > a:nth-child(2)'],
  ),
  of(
    'new wrapper',
    SHOP,
    [
      [
        '<button type=button class=buy>Buy now</button>',
        '<div class=action><button type=button>Buy now</button></div>',
      ],
    ],
    ["locator('section.pay > button.buy')", 'click', undefined, '.action > button'],
  ),
  of(
    'new wrapper',
    SHOP,
    [
      [
        '<label>Voucher <input class=code></label>',
        '<div class=field><label>Voucher <span><input></span></label></div>',
      ],
    ],
    ["locator('section > label > input.code')", 'fill', 'X1', '.field input'],
  ),
  of(
    'new wrapper',
    ADMIN,
    [
      ['<div class=bar>', '<div class=toolbar><div class=left>'],
      ['Refresh</button></div>', 'Refresh</button></div></div>'],
    ],
    ["locator('.bar > #new')", 'click', undefined, '#new'],
  ),
  of(
    'new wrapper',
    ADMIN,
    [
      [
        '<button type=button id=sv class=save>Save</button>',
        '<div class=actions><button type=button class=primary>Save</button></div>',
      ],
    ],
    ["locator('.foot > .save')", 'click', undefined, '.actions > button'],
  ),
  of(
    'new wrapper',
    ADMIN,
    [
      ['<select id=pg>', '<span class=select><select id=rows aria-label="Rows per page">'],
      ['</select>', '</select></span>'],
    ],
    ["locator('.foot > select')", 'selectOption', '50', '#rows'],
  ),
  of(
    'new wrapper',
    SHOP,
    [
      [
        '<button type=button class=go>Search</button>',
        '<div><div><button type=button>Search</button></div></div>',
      ],
    ],
    ["locator('.find + button')", 'click', undefined, 'div > div > button'],
  ),
];

const SECOND =
  '<fieldset><legend>Invoice</legend><p><label for=fn2>First name</label> <input id=fn2></p><p><label for=ph2>Phone</label> <input id=ph2 type=tel></p><p><label for=em2>E-mail</label> <input id=em2 type=email></p><p><button type=button id=create2>Create account</button></p></fieldset>';

export const split: readonly BrokenTest[] = [
  of(
    'split form',
    SIGNUP,
    [['</form>', `</form><form>${SECOND}</form>`]],
    [label('First name'), 'fill', 'Ann', '#fn'],
  ),
  of(
    'split form',
    SIGNUP,
    [['</form>', `</form><form>${SECOND}</form>`]],
    [button('Create account'), 'click', undefined, '#create'],
  ),
  of(
    'split form',
    SIGNUP,
    [['<p><label for=co>', `</form><form id=step2><h2>More</h2><p><label for=co>`]],
    ["locator('#signup #co')", 'selectOption', 'Spain', '#co'],
    ["locator('#signup #terms')", 'check', undefined, '#terms'],
  ),
  of(
    'split form',
    SIGNUP,
    [['<p><label for=co>', '</form><form class=rest><p><label for=co>']],
    ["locator('#signup > p:last-child > button:first-child')", 'click', undefined, '#create'],
  ),
  of(
    'split form',
    SHOP,
    [['<label>Quantity', '</section><section class=amount><h2>Amount</h2><label>Quantity']],
    ["locator('.pay input[type=number]')", 'fill', '2', '.qty'],
    ["locator('.pay .buy')", 'click', undefined, '.buy'],
  ),
  of(
    'split form',
    SHOP,
    [
      [
        '</main>',
        '<section><h2>Gift</h2><label>Voucher <input></label> <button type=button>Apply voucher</button></section></main>',
      ],
    ],
    [label('Voucher'), 'fill', 'X1', '.code'],
    [button('Apply voucher'), 'click', undefined, '.apply'],
  ),
  of(
    'split form',
    ADMIN,
    [['<label for=pg>', '</div><div class=paging><label for=pg>']],
    ["locator('.foot #sv')", 'click', undefined, '#sv'],
    ["locator('.foot #pg')", 'selectOption', '50', '#pg'],
  ),
  of(
    'split form',
    ADMIN,
    [['<div class=foot>', '<div class=card><button type=button>Save</button></div><div class=foot>']],
    [`getByRole('button', { name: 'Save' })`, 'click', undefined, '#sv'],
  ),
  of(
    'split form',
    ADMIN,
    [['<div class=bar>', '<div><label>Note <textarea></textarea></label></div><div class=bar>']],
    [label('Note'), 'fill', 'x', '#nt'],
  ),
  of(
    'split form',
    SIGNUP,
    [['<p><label for=em>', '</form><form id=contact><h2>Contact</h2><p><label for=em>']],
    ["locator('#signup input[type=email]')", 'fill', 'a@b.c', '#em'],
    ["locator('#signup input[type=tel]')", 'fill', '1', '#ph'],
  ),
];
