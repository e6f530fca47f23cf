export const SHEET_RESULTS = ['PASS', 'FAIL', 'NA'] as const;
export type SheetResult = (typeof SHEET_RESULTS)[number];
export const SIGNERS = ['owner', 'employee'] as const;
export type Signer = (typeof SIGNERS)[number];
/** Maximum lines added on site and images per line; days within which a sheet can be corrected. */
export const MOST_EXTRA = 50;
export const MOST_PHOTOS = 5;
export const CORRECT_DAYS = 7;

/** Author, time and key of the latest change. */
interface Written {
  by: string | null;
  at: string | null;
  part: string | null;
}
/** A conflicting value of another tablet, kept beside the first one. */
interface Other {
  by: string;
  at: string;
  value: Record<string, unknown>;
}

/** An image; its key is from the device, because the sheet may be signed before the upload. */
export interface SheetImage {
  key: string;
  file: string;
}

export interface SheetLine extends Written {
  key: string;
  /** Added on site. */
  extra: boolean;
  roomId: string | null;
  itemId: string | null;
  room: string;
  item: string;
  unitName: string | null;
  checks: string[];
  quantity: number;
  required: boolean;
  warrantyMonths: number | null;
  quantityFound: number;
  result: SheetResult | null;
  blocking: boolean;
  serial: string | null;
  note: string | null;
  images: SheetImage[];
  warrantyUntil: string | null;
  other: Other | null;
}
export interface SheetMeter extends Written {
  key: string;
  name: string;
  unitName: string | null;
  value: number | null;
  images: SheetImage[];
}
export interface SheetThing extends Written {
  key: string;
  name: string;
  usual: number;
  number: number | null;
  note: string | null;
}
/** Inspection results of a flat. */
export interface SheetParts {
  lines: SheetLine[];
  meters: SheetMeter[];
  things: SheetThing[];
}

/** A signature: digest of the signed text, and the user who sent it. */
export interface SheetSignature {
  at: string;
  hash: string;
  by: string;
  /** Name of the signer, as entered. */
  name?: string | null;
}
/** A sheet that parts are merged into. */
export interface SheetDraft extends SheetParts {
  signatures: Record<Signer, SheetSignature | null>;
  /** Keys of applied parts, for idempotency. */
  seen: string[];
}

/** Canonical text covered by signatures; must be identical on all devices. */
export function signedText({ lines, meters, things }: SheetParts, opinion: string | null): string {
  return JSON.stringify([
    lines.map(line => [
      line.key,
      line.room,
      line.item,
      line.quantity,
      line.quantityFound,
      line.result,
      line.blocking,
      line.serial,
      line.note,
      line.images.map(({ key }) => key),
    ]),
    meters.map(({ key, name, value, images }) => [key, name, value, images.map(image => image.key)]),
    things.map(({ key, name, number, note }) => [key, name, number, note]),
    opinion ?? '',
  ]);
}

/** Whether a line is complete. A failure needs a note or an image. */
export const isLineDone = ({ result, required, extra, note, images }: SheetLine): boolean =>
  result === 'FAIL' ? Boolean(note) || images.length > 0 : result !== null || !(required || extra);

/** Entries missing before a sheet can be signed. */
export const missingIn = ({ lines, meters, things }: SheetParts) => ({
  lines: lines.filter(line => !isLineDone(line)).map(({ key, room, item }) => ({ key, name: `${room} · ${item}` })),
  meters: meters.filter(({ value }) => value === null).map(({ key, name }) => ({ key, name })),
  things: things.filter(({ number }) => number === null).map(({ key, name }) => ({ key, name })),
});

export const progressOf = ({ lines }: SheetParts) => ({
  linesTotal: lines.length,
  linesDone: lines.filter(({ result }) => result !== null).length,
  fails: lines.filter(({ result }) => result === 'FAIL').length,
});

/** An open or closed defect of an earlier round. */
interface EarlierDefect {
  roomId: string | null;
  itemId: string | null;
  name: string;
  status: 'NOT_REPAIRED' | 'REPAIRED';
  closed: boolean;
  blocking: boolean;
}

/**
 * Names of defects against a handover: all open ones, and those that block it. Covers this sheet and earlier rounds.
 */
export function defectsAgainst({ lines }: Pick<SheetParts, 'lines'>, earlier: readonly EarlierDefect[]) {
  const fails = lines.filter(({ result }) => result === 'FAIL');
  const looked = lines.filter(({ result }) => result === 'PASS' || result === 'FAIL');
  // A result of the same item in this sheet replaces an earlier defect.
  const left = earlier.filter(
    ({ closed, itemId, roomId }) =>
      !closed && !looked.some(line => itemId !== null && line.itemId === itemId && line.roomId === roomId),
  );
  const named = [
    ...fails.map(({ room, item, blocking }) => ({ name: `${room} · ${item}`, blocking })),
    ...left.map(({ name, blocking, status }) => ({ name, blocking: blocking && status === 'NOT_REPAIRED' })),
  ];
  const namesOf = (found: readonly { name: string }[]) => found.map(({ name }) => name);
  return { open: namesOf(named), blocking: namesOf(named.filter(({ blocking }) => blocking)) };
}

export const sayDefects = (names: readonly string[]): string => names.join('; ');
