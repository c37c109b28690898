import type { Chance } from './random.ts';

const english = [
  'The nightly import finished without a warning and moved the archive to cold storage.',
  'Please check the second page of the report before you send it to the customer.',
  'Our team will replace the old switch on Thursday, so expect a short break around noon.',
  'A new colleague asked how the cache decides which entries it may drop first.',
  'We could not reproduce the crash on the smaller machine, even after forty attempts.',
  'The meeting room on the third floor is booked until half past four.',
  'Every query that takes longer than two seconds is now written to a separate log.',
  'Thanks for the quick answer; the patch works and the graph looks much calmer.',
  'The quarterly figures show that shipping costs fell while returns stayed level.',
  'Before you merge, rename the field and update the example in the handbook.',
  'It seems the browser keeps the old style sheet until the window is closed.',
  'Nobody has touched the billing module since spring, which worries me a little.',
  'Six of the nine probes answered at once, the others needed a second try.',
  'You may want to quote the path, because the folder name has a space in it.',
];
const german = [
  'Der nächtliche Abgleich lief ohne Fehler und hat die Übersicht aktualisiert.',
  'Bitte prüfen Sie die zweite Seite, bevor Sie das Angebot an den Kunden schicken.',
  'Am Donnerstag tauschen wir den alten Verteiler aus, mittags gibt es eine kurze Störung.',
  'Die neue Kollegin möchte wissen, wie der Zwischenspeicher Einträge auswählt.',
  'Auf dem kleineren Gerät ließ sich der Absturz auch nach vierzig Versuchen nicht auslösen.',
  'Der Besprechungsraum im dritten Stock ist bis halb fünf belegt.',
  'Für Rückfragen stehen wir Ihnen täglich zwischen acht und siebzehn Uhr zur Verfügung.',
  'Vielen Dank für die schnelle Antwort, die Änderung wirkt und die Kurve ist ruhiger.',
  'Die Zahlen zeigen, dass die Versandkosten gesunken sind, während Rücksendungen gleich blieben.',
  'Größe und Gewicht müssen außen auf dem Päckchen gut lesbar angegeben werden.',
];
const names = [
  ...['Anna Keller', 'Ben Ortiz', 'Clara Weiss', 'Deniz Arslan', 'Eva Lind', 'Farid Nasser'],
  ...['Greta Holm', 'Hugo Marin', 'Ida Sorensen', 'Jon Clarke', 'Kira Petrov', 'Leo Tanaka'],
];
const nouns = 'invoice deploy backup search payment report gateway worker profile export'.split(' ');
const states = 'active pending paused failed archived done'.split(' ');

export const sentence = (chance: Chance, inGerman = false) => chance.pick(inGerman ? german : english);
export const personName = (chance: Chance) => chance.pick(names);
export const noun = (chance: Chance) => chance.pick(nouns);
export const state = (chance: Chance) => chance.pick(states);
