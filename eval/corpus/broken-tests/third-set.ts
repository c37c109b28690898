/** A third set, of pages as other trades have them, written by somebody who had not read the rules. */
import { type BrokenTest, button, label, link, of } from './broken-test.ts';

const FLIGHTS = `<header><a href="#f" class=brand>Skyline</a><nav aria-label=Main><a href="#book">Book</a><a href="#trips">My trips</a><a href="#status">Flight status</a></nav></header>
<main><h1>Where to?</h1><form id=search-form><div role=radiogroup aria-label="Trip type"><label><input type=radio name=t id=rt checked> Round trip</label><label><input type=radio name=t id=ow> One way</label></div>
<div class=row><label for=from>From</label><input id=from name=origin placeholder="City or airport"><label for=to>To</label><input id=to name=dest placeholder="City or airport"></div>
<div class=row><label for=dep>Departure</label><input id=dep type=date><label for=ret>Return</label><input id=ret type=date></div>
<label for=pax>Passengers</label><select id=pax><option>1 adult<option>2 adults</select>
<label><input type=checkbox id=flex> My dates are flexible</label>
<button type=button id=go data-testid=search-flights>Search flights</button><button type=button id=more class=link>Advanced search</button></form></main>`;

const REVIEW = `<div class=pr><h1>Fix flaky retry <span>#482</span></h1><div role=tablist aria-label=Sections><button type=button role=tab id=conv aria-selected=true>Conversation</button><button type=button role=tab id=files>Files changed</button><button type=button role=tab id=checks>Checks</button></div>
<div class=thread><article><h3>mira</h3><p>Looks good</p><button type=button class=reply>Reply</button><button type=button class=react aria-label="Add reaction">☺</button></article>
<article><h3>joao</h3><p>One question</p><button type=button class=reply>Reply</button><button type=button class=react aria-label="Add reaction">☺</button></article></div>
<textarea id=comment aria-label="Add a comment" placeholder="Leave a comment"></textarea>
<button type=button id=send class="btn btn-green">Comment</button><button type=button id=close class=btn>Close pull request</button><button type=button id=merge class="btn btn-big" data-testid=merge-button>Merge pull request</button>
<aside><h2>Reviewers</h2><button type=button id=gear aria-label="Edit reviewers">⚙</button><h2>Labels</h2><button type=button id=lab aria-label="Edit labels">⚙</button></aside></div>`;

const CHAT = `<div id=app><aside><input type=search id=jump placeholder="Jump to a channel"><ul><li><a href="#general" class=ch># general</a><li><a href="#random" class=ch># random</a><li><a href="#ops" class=ch># ops</a></ul>
<button type=button id=add title="Create channel">+</button></aside><section><header><h2># general</h2><button type=button id=mute aria-pressed=false>Mute</button><button type=button id=leave>Leave channel</button></header>
<ol><li>hello</li><li>deploy done</li></ol><form><div contenteditable role=textbox aria-label=Message id=msg></div><label class=up>Attach <input type=file id=file></label><button type=button id=snd aria-label="Send message">➤</button></form></section></div>`;

const CLINIC = `<h1>New appointment</h1><form id=appt><fieldset><legend>Patient</legend><label for=pn>Full name</label><input id=pn autocomplete=name><label for=dob>Date of birth</label><input id=dob placeholder="DD.MM.YYYY"><label for=ins>Insurance number</label><input id=ins></fieldset>
<fieldset><legend>Visit</legend><label for=doc>Doctor</label><select id=doc><option>Dr. Weiss<option>Dr. Lang</select><label for=why>Reason for visit</label><textarea id=why></textarea>
<label><input type=checkbox id=first> First visit</label><label><input type=checkbox id=sms> Remind me by SMS</label></fieldset>
<div class=actions><button type=button id=book>Book appointment</button><button type=button id=discard>Discard</button></div></form><footer><a href="#privacy">Privacy</a><a href="#contact">Contact us</a></footer>`;

export const thirdSet: readonly BrokenTest[] = [
  of(
    'renamed text',
    FLIGHTS,
    [
      ['>Search flights<', '>Find flights<'],
      [' data-testid=search-flights', ''],
    ],
    [label('Departure'), 'fill', '2026-05-01'],
    [button('Search flights'), 'click', undefined, '#go'],
  ),
  of(
    'renamed text',
    REVIEW,
    [['>Close pull request<', '>Close without merging<']],
    [button('Close pull request'), 'click', undefined, '#close'],
  ),
  of(
    'renamed text',
    CLINIC,
    [['>Reason for visit<', '>What brings you here?<']],
    [label('Reason for visit'), 'fill', 'cough', '#why'],
  ),
  of(
    'renamed text',
    CHAT,
    [['placeholder="Jump to a channel"', 'placeholder="Search channels and people"']],
    ["getByPlaceholder('Jump to a channel')", 'fill', 'ops', '#jump'],
  ),
  of(
    'moved element',
    FLIGHTS,
    [
      ['<a href="#trips">My trips</a>', ''],
      ['</main>', '</main><footer><a href="#trips">My trips</a><a href="#jobs">Jobs</a></footer>'],
    ],
    ["locator('header nav').getByText('My trips')", 'click', undefined, 'footer > a:first-child'],
  ),
  of(
    'moved element',
    REVIEW,
    [
      ['<button type=button id=close class=btn>Close pull request</button>', ''],
      ['<aside>', '<aside><button type=button id=close class=btn>Close pull request</button>'],
    ],
    ["locator('.pr > #send + #close')", 'click', undefined, '#close'],
  ),
  of(
    'moved element',
    CHAT,
    [
      ['<button type=button id=leave>Leave channel</button>', ''],
      [
        '</section>',
        '<div role=group aria-label="Channel settings"><button type=button id=leave>Leave channel</button></div></section>',
      ],
    ],
    ["locator('section > header > button:nth-of-type(2)')", 'click', undefined, '#leave'],
  ),
  of(
    'changed role',
    FLIGHTS,
    [
      [
        '<button type=button id=more class=link>Advanced search</button>',
        '<a href="#adv" id=more class=link>Advanced search</a>',
      ],
    ],
    [button('Advanced search'), 'click', undefined, '#more'],
  ),
  of(
    'changed role',
    CHAT,
    [
      [
        '<button type=button id=mute aria-pressed=false>Mute</button>',
        '<label><input type=checkbox role=switch id=mute> Mute</label>',
      ],
    ],
    [button('Mute'), 'click', undefined, '#mute'],
  ),
  of(
    'changed role',
    REVIEW,
    [
      [
        '<button type=button role=tab id=files>Files changed</button>',
        '<a href="#files" id=files>Files changed</a>',
      ],
    ],
    ["getByRole('tab', { name: 'Files changed' })", 'click', undefined, '#files'],
  ),
  of(
    'new wrapper',
    CLINIC,
    [
      ['<div class=actions>', '<div class=sticky><div class=bar>'],
      ['Discard</button></div>', 'Discard</button></div></div>'],
    ],
    ["locator('#appt > .actions > button').first()", 'click', undefined, '#book'],
  ),
  of(
    'new wrapper',
    CHAT,
    [
      ['<ul><li><a href="#general"', '<nav><div class=group><h3>Channels</h3><ul><li><a href="#general"'],
      ['# ops</a></ul>', '# ops</a></ul></div></nav>'],
    ],
    ["locator('aside > ul > li:nth-child(3) > a')", 'click', undefined, 'a[href="#ops"]'],
    [link('# random'), 'click'],
  ),
  of(
    'other id',
    CLINIC,
    [
      ['for=ins>', 'for=insurance-no-42>'],
      ['id=ins>', 'id=insurance-no-42>'],
    ],
    ["locator('#ins')", 'fill', 'A123', '#insurance-no-42'],
  ),
  of(
    'other id',
    REVIEW,
    [[' data-testid=merge-button', ' data-testid=pr-merge']],
    ["getByTestId('merge-button')", 'click', undefined, '#merge'],
  ),
  of(
    'other id',
    FLIGHTS,
    [
      ['for=from>', 'for=r1>'],
      ['id=from name=origin', 'id=r1 name=orig'],
      ['for=to>', 'for=r2>'],
      ['id=to name=dest', 'id=r2 name=dst'],
    ],
    ["locator('#from')", 'fill', 'Oslo', '#r1'],
    ["locator('input[name=dest]')", 'fill', 'Rome', '#r2'],
  ),
  of(
    'split form',
    CLINIC,
    [['<fieldset><legend>Visit</legend>', '</form><form id=visit><fieldset><legend>Visit</legend>']],
    ["locator('#appt select')", 'selectOption', 'Dr. Lang', '#doc'],
    ["locator('#appt #book')", 'click', undefined, '#book'],
  ),
  of(
    'split form',
    FLIGHTS,
    [
      [
        '</main>',
        '<form id=hotel><h2>Hotels</h2><label>From <input type=date></label><label>To <input type=date></label><button type=button>Search</button></form></main>',
      ],
    ],
    ["getByLabel('From', { exact: true })", 'fill', 'Oslo', '#from'],
  ),
  of(
    'renamed text',
    REVIEW,
    [['aria-label="Edit labels"', 'aria-label="Choose labels"']],
    [button('Edit labels'), 'click', undefined, '#lab'],
  ),
  of(
    'gone',
    REVIEW,
    [
      [
        '<button type=button id=merge class="btn btn-big" data-testid=merge-button>Merge pull request</button>',
        '',
      ],
    ],
    [button('Merge pull request'), 'click', undefined, 'none'],
  ),
  of(
    'gone',
    CLINIC,
    [
      [
        '<label><input type=checkbox id=sms> Remind me by SMS</label>',
        '<label><input type=checkbox id=mail> Remind me by e-mail</label>',
      ],
    ],
    [label('Remind me by SMS'), 'check', undefined, 'none'],
  ),
  of(
    'gone',
    CHAT,
    [['<li><a href="#random" class=ch># random</a>', '']],
    [link('# random'), 'click', undefined, 'none'],
  ),
];
