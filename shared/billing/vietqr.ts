/** CRC-16/CCITT-FALSE of an ASCII text, 4 hex digits (EMVCo QR; "123456789" gives 29B1). */
export function crc16(text: string): string {
  let crc = 0xffff;
  for (const letter of text) {
    crc ^= letter.charCodeAt(0) << 8;
    for (let bit = 0; bit < 8; bit++) crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff;
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
}

const part = (id: string, value: string): string => `${id}${String(value.length).padStart(2, '0')}${value}`;

/** A transfer text as banks accept it: letters without accents, digits and single spaces. */
export const transferContent = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/đ/g, 'd')
    .replace(/Đ/g, 'D')
    .replace(/[-./_]/g, '')
    .replace(/[^A-Za-z0-9]+/g, ' ')
    .trim();

export interface Transfer {
  /** The bank's NAPAS number, six digits. */
  bin: string;
  account: string;
  /** VND; null for any amount. */
  amount: number | null;
  content: string;
}

/** Content of a VietQR code that requests a transfer; every bank's app reads it. */
export function vietQr({ bin, account, amount, content }: Transfer): string {
  const bank = part('00', bin) + part('01', account);
  const merchant = part('00', 'A000000727') + part('01', bank) + part('02', 'QRIBFTTA');
  const body =
    part('00', '01') +
    part('01', amount === null ? '11' : '12') +
    part('38', merchant) +
    part('53', '704') +
    (amount === null ? '' : part('54', String(amount))) +
    part('58', 'VN') +
    (content ? part('62', part('08', transferContent(content))) : '');
  return `${body}6304${crc16(`${body}6304`)}`;
}

/** Fields by number (TLV); null if a length is wrong or a field is repeated. */
function fieldsOf(from: string): Map<string, string> | null {
  const fields = new Map<string, string>();
  for (let at = 0; at < from.length; ) {
    const [, id, length] = /^(\d{2})(\d{2})/.exec(from.slice(at, at + 4)) ?? [];
    const value = from.slice(at + 4, at + 4 + Number(length));
    if (!id || value.length < Number(length) || fields.has(id)) return null;
    fields.set(id, value);
    at += 4 + value.length;
  }
  return fields;
}

const MOST_DIGITS = /^[1-9]\d{0,12}$/;

/** Parses a VietQR code; null if a length or checksum is wrong, a field is repeated, or the currency is not dong. */
export function readVietQr(text: string): Transfer | null {
  const all = fieldsOf(text);
  if (!all || crc16(text.slice(0, -4)) !== all.get('63')) return null;
  const merchant = fieldsOf(all.get('38') ?? '');
  const bank = fieldsOf(merchant?.get('01') ?? '');
  const beside = fieldsOf(all.get('62') ?? '');
  if (!merchant || !bank || !beside || merchant.get('00') !== 'A000000727') return null;
  if (all.get('53') !== '704' || all.get('58') !== 'VN') return null;
  const [bin, account, amount] = [bank.get('00'), bank.get('01'), all.get('54')];
  if (!bin || !account || (amount !== undefined && !MOST_DIGITS.test(amount))) return null;
  return { bin, account, amount: amount === undefined ? null : Number(amount), content: beside.get('08') ?? '' };
}
