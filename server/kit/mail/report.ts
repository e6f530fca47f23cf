/** Outcome of a mail after delivery. */
export type Outcome = 'delivered' | 'opened' | 'clicked' | 'bounce' | 'complaint' | 'reject' | 'unsubscribe';

export interface Report {
  /** Id of the mail in our queue. */
  mailId: string;
  outcome: Outcome;
  /** Enhanced status code (RFC 3463), if the report has one. */
  code: string | null;
  /** Price charged by an SMS gateway, in VND. */
  price?: number;
}

interface Part {
  headers: ReadonlyMap<string, string>;
  body: string;
}

/** Larger reports, which quote whole mails, are ignored. In characters. */
const LARGEST_REPORT = 256 * 1024;

/** Header fields by lower-case name, unfolded (RFC 5322, 2.2.3); the first of repeated ones. */
function fieldsOf(text: string): Map<string, string> {
  const fields = new Map<string, string>();
  for (const line of text.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)) {
    const at = line.indexOf(':');
    const name = line.slice(0, Math.max(0, at)).trim().toLowerCase();
    if (at > 0 && !fields.has(name)) fields.set(name, line.slice(at + 1).trim());
  }
  return fields;
}

function partOf(text: string): Part {
  const end = /\r?\n\r?\n/.exec(text);
  if (!end) return { headers: fieldsOf(text), body: '' };
  return { headers: fieldsOf(text.slice(0, end.index)), body: text.slice(end.index + end[0].length) };
}

const typeOf = ({ headers }: Part) => (headers.get('content-type') ?? 'text/plain').toLowerCase();

/** Parts of a multipart message (RFC 2046, 5.1.1). */
function partsOf(whole: Part): Part[] {
  const match = /boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(whole.headers.get('content-type') ?? '');
  const boundary = match?.[1] ?? match?.[2];
  if (!boundary) return [];
  const [, ...pieces] = `\n${whole.body}`.split(`\n--${boundary}`);
  return pieces.filter(piece => !piece.startsWith('--')).map(piece => partOf(piece.replace(/^[^\n]*\n/, '')));
}

/** Extracts the queue's id of a mail from its Message-ID. */
const idIn = (value: string | undefined): string | null => /<([0-9a-f]{24})@[^<>\s]+>/.exec(value ?? '')?.[1] ?? null;

/** Field groups of a delivery report: per message, then per recipient (RFC 3464, 2.1). */
const groupsOf = (body: string) => body.split(/\r?\n\r?\n/).map(fieldsOf);

/**
 * Parses a delivery report (RFC 3464) or complaint (RFC 5965) about one of our mails; null if it is neither, or about
 * another mail. Delays are ignored.
 */
export function readReport(raw: string): Report | null {
  if (raw.length > LARGEST_REPORT) return null;
  const whole = partOf(raw);
  if (!typeOf(whole).startsWith('multipart/report')) return null;
  const parts = partsOf(whole);
  const of = (...types: string[]) => parts.find(part => types.some(type => typeOf(part).startsWith(type)));
  const original = of('message/rfc822', 'text/rfc822-headers', 'message/global');
  const quoted = fieldsOf(original ? (original.body.split(/\r?\n\r?\n/)[0] ?? '') : '');
  const ref = /^[0-9a-f]{24}$/.exec(quoted.get('x-entity-ref') ?? '')?.[0];
  const mailId = idIn(quoted.get('message-id')) ?? ref;
  if (!mailId) return null;
  const complaint = of('message/feedback-report');
  if (complaint) {
    const kind = fieldsOf(complaint.body).get('feedback-type')?.toLowerCase();
    const outcome = kind === 'opt-out' ? 'unsubscribe' : kind === 'abuse' ? 'complaint' : null;
    return outcome && { mailId, outcome, code: null };
  }
  const status = of('message/delivery-status', 'message/global-delivery-status');
  const recipients = (status ? groupsOf(status.body) : []).filter(fields => fields.has('action'));
  const by = (...actions: string[]) =>
    recipients.find(fields => actions.includes(fields.get('action')?.toLowerCase() ?? ''));
  const codeOf = (fields: ReadonlyMap<string, string>) =>
    /[245]\.\d{1,3}\.\d{1,3}/.exec(fields.get('status') ?? '')?.[0] ?? null;
  const failed = by('failed');
  if (failed) return { mailId, outcome: 'bounce', code: codeOf(failed) };
  const arrived = by('delivered', 'relayed');
  return arrived ? { mailId, outcome: 'delivered', code: codeOf(arrived) } : null;
}
