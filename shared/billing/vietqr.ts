import { fold } from '../kit/text-search.ts';

/** CRC-16/CCITT-FALSE of a text of ASCII: 4 hex digits (EMVCo QR; "123456789" is 29B1). */
export function crc16(text: string): string {
  let crc = 0xffff;
  for (const letter of text) {
    crc ^= letter.charCodeAt(0) << 8;
    for (let bit = 0; bit < 8; bit++) crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff;
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
}

const part = (id: string, value: string): string => `${id}${String(value.length).padStart(2, '0')}${value}`;

const MOST_CONTENT = 50;
/** What a transfer says, as banks take it: capital letters without accents, digits, spaces and a few marks. */
export const transferContent = (text: string): string =>
  fold(text)
    .toUpperCase()
    .replace(/[^A-Z0-9 .-]+/g, ' ')
    .replace(/ +/g, ' ')
    .trim()
    .slice(0, MOST_CONTENT);

export interface Transfer {
  /** The bank's number at NAPAS, six digits. */
  bin: string;
  account: string;
  /** VND. */
  amount: number;
  content: string;
}

/** The text of a VietQR that asks for a transfer of an amount: every bank's app fills it in. */
export function vietQr({ bin, account, amount, content }: Transfer): string {
  const bank = part('00', bin) + part('01', account);
  const merchant = part('00', 'A000000727') + part('01', bank) + part('02', 'QRIBFTTA');
  const body =
    part('00', '01') +
    part('01', '12') +
    part('38', merchant) +
    part('53', '704') +
    part('54', String(amount)) +
    part('58', 'VN') +
    part('62', part('08', transferContent(content)));
  return `${body}6304${crc16(`${body}6304`)}`;
}

/** Reads a VietQR; null where a length or the check of it is wrong. */
export function readVietQr(text: string): Transfer | null {
  const parts = (from: string): Map<string, string> | null => {
    const found = new Map<string, string>();
    for (let at = 0; at < from.length; ) {
      const length = Number(from.slice(at + 2, at + 4));
      const value = from.slice(at + 4, at + 4 + length);
      if (!Number.isInteger(length) || value.length < length) return null;
      found.set(from.slice(at, at + 2), value);
      at += 4 + length;
    }
    return found;
  };
  const all = parts(text);
  const merchant = parts(all?.get('38') ?? '');
  const bank = parts(merchant?.get('01') ?? '');
  const beside = parts(all?.get('62') ?? '');
  if (!all || !merchant || !bank || !beside || crc16(text.slice(0, -4)) !== all.get('63')) return null;
  const [bin, account, amount] = [bank.get('00'), bank.get('01'), Number(all.get('54'))];
  if (!bin || !account || !Number.isSafeInteger(amount)) return null;
  return { bin, account, amount, content: beside.get('08') ?? '' };
}
