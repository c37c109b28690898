/** The element itself is another one now. */
import { type BrokenTest, button, label, link, of } from './broken-test.ts';
import { ADMIN, SHOP, SIGNUP } from './pages.ts';

export const renamed: readonly BrokenTest[] = [
  of(
    'renamed text',
    SIGNUP,
    [['>Create account<', '>Register<']],
    [label('First name'), 'fill', 'Ann'],
    [button('Create account'), 'click', undefined, '#create'],
  ),
  of('renamed text', SIGNUP, [['>E-mail<', '>Email address<']], [label('E-mail'), 'fill', 'a@b.c', '#em']),
  of(
    'renamed text',
    SIGNUP,
    [
      ['>Phone<', '>Mobile number<'],
      ['>Last name<', '>Family name<'],
    ],
    [label('Last name'), 'fill', 'Lee', '#ln'],
    [label('Phone'), 'fill', '123', '#ph'],
  ),
  of(
    'renamed text',
    SIGNUP,
    [['Sign in instead', 'Log in instead']],
    [link('Sign in instead'), 'click', undefined, 'main > a'],
  ),
  of(
    'renamed text',
    SHOP,
    [
      ['>Subscribe<', '>Sign up<'],
      ['>Buy now<', '>Order now<'],
    ],
    [button('Buy now'), 'click', undefined, '.buy'],
  ),
  of(
    'renamed text',
    SHOP,
    [
      ['>Apply voucher<', '>Redeem voucher<'],
      ['>Voucher <', '>Voucher code <'],
    ],
    [label('Voucher'), 'fill', 'X1'],
    [button('Apply voucher'), 'click', undefined, '.apply'],
  ),
  of('renamed text', SHOP, [['>Cart (0)<', '>Basket (0)<']], [link('Cart (0)'), 'click', undefined, '.cart']),
  of('renamed text', ADMIN, [['>New user<', '>Add user<']], [button('New user'), 'click', undefined, '#new']),
  of(
    'renamed text',
    ADMIN,
    [['>Save<', '>Save changes<']],
    [label('Note'), 'fill', 'x'],
    [`getByRole('button', { name: 'Save', exact: true })`, 'click', undefined, '#sv'],
  ),
  of('renamed text', ADMIN, [['>Note<', '>Comment<']], [label('Note'), 'fill', 'x', '#nt']),
];

export const roles: readonly BrokenTest[] = [
  of(
    'changed role',
    SIGNUP,
    [['<a href="#signin">Sign in instead</a>', '<button type=button class=link>Sign in instead</button>']],
    [link('Sign in instead'), 'click', undefined, 'button.link'],
  ),
  of(
    'changed role',
    SIGNUP,
    [
      [
        '<button type=button id=reset class=btn>Clear form</button>',
        '<a href="#reset" class=btn>Clear form</a>',
      ],
    ],
    [button('Clear form'), 'click', undefined, 'a.btn'],
  ),
  of(
    'changed role',
    SHOP,
    [
      [
        '<button type=button class=sub>Subscribe</button>',
        '<div role=link tabindex=0 class=sub>Subscribe</div>',
      ],
    ],
    [button('Subscribe'), 'click', undefined, '.sub'],
  ),
  of(
    'changed role',
    SHOP,
    [
      [
        '<input type=search aria-label=Search placeholder="Search products" class=find>',
        '<input role=combobox aria-label=Search placeholder="Search products" class=find>',
      ],
    ],
    ["getByRole('searchbox', { name: 'Search' })", 'fill', 'lamp', '.find'],
  ),
  of(
    'changed role',
    SHOP,
    [
      [
        '<label>Quantity <input type=number class=qty value=1></label>',
        '<label>Quantity <input class=qty value=1></label>',
      ],
    ],
    ["getByRole('spinbutton', { name: 'Quantity' })", 'fill', '2', '.qty'],
  ),
  of(
    'changed role',
    ADMIN,
    [['<button type=button role=tab id=t2>Groups</button>', '<a href="#groups">Groups</a>']],
    ["getByRole('tab', { name: 'Groups' })", 'click', undefined, '[role=tablist] a'],
  ),
  of(
    'changed role',
    ADMIN,
    [
      [
        '<button type=button id=ref data-testid=refresh>Refresh</button>',
        '<span role=menuitem tabindex=0>Refresh</span>',
      ],
    ],
    [button('Refresh'), 'click', undefined, '.bar > span'],
  ),
  of(
    'changed role',
    ADMIN,
    [['<a href="#log" id=lg>Activity log</a>', '<button type=button>Activity log</button>']],
    [link('Activity log'), 'click', undefined, '.foot > button:last-child'],
  ),
  of(
    'changed role',
    SIGNUP,
    [['<input type=checkbox id=news name=news>', '<input type=checkbox role=switch id=news name=news>']],
    ["getByRole('checkbox', { name: 'Send me news' })", 'check', undefined, '#news'],
  ),
  of(
    'changed role',
    SHOP,
    [['<a href="#products">Products</a>', '<button type=button>Products</button>']],
    [link('Products'), 'click', undefined, 'nav > button'],
  ),
];

export const ids: readonly BrokenTest[] = [
  of(
    'other id',
    SIGNUP,
    [
      ['for=em', 'for=email'],
      ['id=em', 'id=email'],
    ],
    ["locator('#em')", 'fill', 'a@b.c', '#email'],
  ),
  of(
    'other id',
    SIGNUP,
    [
      ['id=create', 'id=submit'],
      ['data-testid=create-account', ''],
    ],
    ["locator('#create')", 'click', undefined, '#submit'],
  ),
  of(
    'other id',
    SIGNUP,
    [['data-testid=create-account', 'data-testid=signup-submit']],
    ["getByTestId('create-account')", 'click', undefined, '#create'],
  ),
  of(
    'other id',
    SIGNUP,
    [
      ['id=terms', 'id=accept-terms-2'],
      ['id=news', 'id=wants-news'],
    ],
    ["locator('#terms')", 'check', undefined, '#accept-terms-2'],
    ["locator('#news')", 'check', undefined, '#wants-news'],
  ),
  of(
    'other id',
    SIGNUP,
    [
      ['for=co', 'for=f-17'],
      ['id=co', 'id=f-17'],
    ],
    ["locator('select#co')", 'selectOption', 'Spain', '#f-17'],
  ),
  of(
    'other id',
    ADMIN,
    [['id=exp data-testid=export', 'id=b7 data-testid=export-button']],
    ["getByTestId('export')", 'click', undefined, '#b7'],
  ),
  of('other id', ADMIN, [['id=sv', 'id=save-all']], ["locator('#sv')", 'click', undefined, '#save-all']),
  of(
    'other id',
    ADMIN,
    [
      ['for=nt', 'for=ta'],
      ['id=nt', 'id=ta'],
    ],
    ["locator('textarea#nt')", 'fill', 'x', '#ta'],
  ),
  of(
    'other id',
    ADMIN,
    [['id=t3', 'id=tab-settings']],
    ["locator('#t3')", 'click', undefined, '#tab-settings'],
  ),
  of(
    'other id',
    SHOP,
    [
      ['class=mail', 'class=subscribe-field'],
      ['class=sub>', 'class=subscribe>'],
    ],
    ["locator('.mail')", 'fill', 'a@b.c', '.subscribe-field'],
    ["locator('.sub')", 'click', undefined, 'button.subscribe'],
  ),
];
