/** The element is gone. */
import { type BrokenTest, button, label, link, of } from './broken-test.ts';
import { ADMIN, SHOP, SIGNUP } from './pages.ts';

/** Nothing on the page is what was meant: whatever were taken would be wrong. */
export const gone: readonly BrokenTest[] = [
  of(
    'gone',
    SIGNUP,
    [
      [
        '<button type=button id=reset class=btn>Clear form</button>',
        '<button type=button id=help class=btn>Ask us</button>',
      ],
    ],
    [button('Clear form'), 'click', undefined, 'none'],
  ),
  of(
    'gone',
    SIGNUP,
    [
      [
        '<p><label for=ph>Phone</label> <input id=ph name=phone type=tel></p>',
        '<p><label for=bd>Birthday</label> <input id=bd name=birthday></p>',
      ],
    ],
    [label('Phone'), 'fill', '1', 'none'],
  ),
  of(
    'gone',
    SIGNUP,
    [['<p><label><input type=checkbox id=news name=news> Send me news</label></p>', '']],
    [label('Send me news'), 'check', undefined, 'none'],
  ),
  of(
    'gone',
    SHOP,
    [['<button type=button class=sub>Subscribe</button>', '']],
    [button('Subscribe'), 'click', undefined, 'none'],
  ),
  of(
    'gone',
    SHOP,
    [
      [
        '<label>Voucher <input class=code></label> <button type=button class=apply>Apply voucher</button>',
        '',
      ],
    ],
    [label('Voucher'), 'fill', 'X', 'none'],
    [button('Apply voucher'), 'click', undefined, 'none'],
  ),
  of(
    'gone',
    ADMIN,
    [
      [
        '<button type=button id=exp data-testid=export>Export</button>',
        '<button type=button id=arc data-testid=archive>Archive</button>',
      ],
    ],
    [button('Export'), 'click', undefined, 'none'],
  ),
  of(
    'gone',
    ADMIN,
    [['<button type=button id=sv class=save>Save</button>', '']],
    ["locator('#sv')", 'click', undefined, 'none'],
  ),
  of(
    'gone',
    ADMIN,
    [['<a href="#log" id=lg>Activity log</a>', '<a href="#imp" id=im>Imprint</a>']],
    [link('Activity log'), 'click', undefined, 'none'],
  ),
  of(
    'gone',
    ADMIN,
    [
      [
        '<button type=button role=tab id=t2>Groups</button>',
        '<button type=button role=tab id=t2x>Roles</button>',
      ],
    ],
    ["getByRole('tab', { name: 'Groups' })", 'click', undefined, 'none'],
  ),
  of(
    'gone',
    SHOP,
    [
      [
        '<article class=item><h2>Red lamp</h2><p>19.00</p><button type=button class=add>Add to cart</button> <a href="#red">Details</a></article>',
        '',
      ],
    ],
    ["getByRole('article').filter({ hasText: 'Red lamp' }).getByRole('button')", 'click', undefined, 'none'],
  ),
  of(
    'gone',
    SHOP,
    [
      [
        '<article class=item><h2>Red lamp</h2><p>19.00</p><button type=button class=add>Add to cart</button> <a href="#red">Details</a></article>',
        '',
      ],
    ],
    ["locator('article:nth-of-type(1) > button.add')", 'click', undefined, 'none'],
  ),
  of(
    'gone',
    ADMIN,
    [
      [
        '<tr><td>Ann<td>ann@a.test<td><button type=button class=ed>Edit</button> <button type=button class=del>Delete</button></tr>\n',
        '',
      ],
    ],
    ["getByRole('row', { name: 'Ann' }).getByRole('button', { name: 'Delete' })", 'click', undefined, 'none'],
  ),
];
