const NAMES = [
  ...['', 'BadRequest', 'BadValue', 'BadWindow', 'BadPixmap', 'BadAtom', 'BadCursor', 'BadFont'],
  ...['BadMatch', 'BadDrawable', 'BadAccess', 'BadAlloc', 'BadColormap', 'BadGContext', 'BadIdChoice'],
  ...['BadName', 'BadLength', 'BadImplementation'],
];

/** The server refused one request; the connection goes on. */
export class X11Error extends Error {
  readonly number: number;

  constructor(message: Buffer) {
    const number = message.readUInt8(1);
    const minor = message.readUInt16LE(8);
    const major = message.readUInt8(10);
    super(`the X server refused request ${major}.${minor}: ${NAMES[number] || `error ${number}`}`);
    this.name = 'X11Error';
    this.number = number;
  }
}
