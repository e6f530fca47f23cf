import { TAX_MESSAGES, type TaxMessageType } from '@lobby/shared/modules/tax-message.ts';
import { signedBy } from '../sign/xades.ts';
import { allAt, at, parseXml, textAt, XmlInvalid, type XmlNode } from '../xml/node.ts';

/** An answer of the tax office, independent of its message type. */
export interface TaxAnswer {
  type: TaxMessageType;
  id: string;
  replyTo: string | null;
  taxCode: string | null;
  /** Whether it accepts or refuses; null if neither. */
  good: boolean | null;
  /** Code assigned to an invoice. */
  code: string | null;
  reasons: string[];
}

const MOST_REASONS = 20;
const reasonsIn = (data: XmlNode, path: string): string[] =>
  allAt(data, path)
    .slice(0, MOST_REASONS)
    .map(node =>
      [textAt(node, 'MLoi') ?? textAt(node, 'Ma'), textAt(node, 'MTLoi') ?? textAt(node, 'MTa') ?? textAt(node, 'Ten')]
        .filter(Boolean)
        .join(': ')
        .slice(0, 300),
    )
    .filter(Boolean);

/** Paths of signed data and signature by message type. */
const SIGNED: Partial<Record<TaxMessageType, readonly [data: string, signature: string]>> = {
  '102': ['DLieu/TBao/DLTBao', 'DLieu/TBao/DSCKS/CQT/Signature'],
  '103': ['DLieu/TBao/DLTBao', 'DLieu/TBao/DSCKS/CQT/Signature'],
  '202': ['DLieu/HDon/DLHDon', 'DLieu/HDon/DSCKS/CQT/Signature'],
  '204': ['DLieu/TBao/DLTBao', 'DLieu/TBao/DSCKS/CQT/Signature'],
  '301': ['DLieu/TBao/DLTBao', 'DLieu/TBao/DSCKS/CQT/Signature'],
  '302': ['DLieu/TBao/DLTBao', 'DLieu/TBao/DSCKS/CQT/Signature'],
};

type Read = Pick<TaxAnswer, 'good' | 'code' | 'reasons'>;
const READ: Partial<Record<TaxMessageType, (data: XmlNode) => Read>> = {
  '999': data => ({
    good: textAt(data, 'TBao/TTTNhan') === '0',
    code: null,
    reasons: reasonsIn(data, 'TBao/DSLDo/LDo'),
  }),
  '-1': data => ({ good: false, code: null, reasons: reasonsIn(data, 'TBao/DSLDo/LDo') }),
  '102': data => ({
    good: textAt(data, 'TBao/DLTBao/TTTNhan') !== '2',
    code: null,
    reasons: reasonsIn(data, 'TBao/DLTBao/DSLDKCNhan/LDo'),
  }),
  '103': data => ({
    good: textAt(data, 'TBao/DLTBao/TTXNCQT') === '1',
    code: null,
    reasons: reasonsIn(data, 'TBao/DLTBao/DSLDKCNhan/LDo'),
  }),
  '202': data => ({ good: true, code: textAt(data, 'HDon/MCCQT'), reasons: [] }),
  '204': data => {
    const reasons = reasonsIn(data, 'TBao/DLTBao/LHDKMa/DSHDon/HDon/DSLDo/LDo');
    return { good: textAt(data, 'TBao/DLTBao/LTBao') === '2' && reasons.length === 0, code: null, reasons };
  },
  '301': data => ({
    good: textAt(data, 'TBao/DLTBao/DSHDon/HDon/TTTNCCQT') === '1',
    code: null,
    reasons: reasonsIn(data, 'TBao/DLTBao/DSHDon/HDon/DSLDKTNhan/LDo'),
  }),
  '302': data => ({ good: null, code: null, reasons: reasonsIn(data, 'TBao/DLTBao/DSHDon/HDon/DSLDo/LDo') }),
};

/** Thrown if an answer is unreadable or not from the tax office. */
export class AnswerInvalid extends Error {}

/**
 * Parses an answer. `isOffice` checks whether a certificate belongs to the office: messages that require a signature are refused without it; unsigned
 * ones (999, -1) count only if they were fetched.
 */
export function readAnswer(text: string, isOffice: (certificate: Buffer) => boolean, fetched: boolean): TaxAnswer {
  let root: XmlNode;
  try {
    root = parseXml(text);
  } catch (error) {
    throw new AnswerInvalid(error instanceof XmlInvalid ? error.message : 'unreadable');
  }
  // Matched by full path, as an enclosed invoice has a TTChung element too.
  const type = TAX_MESSAGES.find(taxMessage => taxMessage === textAt(root, 'TTChung/MLTDiep'));
  const id = textAt(root, 'TTChung/MTDiep');
  const data = at(root, 'DLieu');
  const read = type && READ[type];
  if (root.name !== 'TDiep' || !type || !id || id.length > 60 || !data || !read) throw new AnswerInvalid('shape');
  const places = SIGNED[type];
  if (places) {
    const [signed, signature] = [at(root, places[0]), at(root, places[1])];
    const by = signed && signature && signedBy(root, signature, signed);
    if (!by || !isOffice(by.raw)) throw new AnswerInvalid('signature');
  } else if (!fetched) throw new AnswerInvalid('unsigned');
  return {
    type,
    id,
    replyTo: textAt(root, 'TTChung/MTDTChieu'),
    taxCode: textAt(root, 'TTChung/MST'),
    ...read(data),
  };
}
