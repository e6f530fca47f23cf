/**
 * Vietnamese banks (public list of VietQR, 2026-10-01): NAPAS number as used in VietQR, code, common name, and whether the
 * bank reads VietQR.
 */
const LIST = [
  ['970418', 'BIDV', 'BIDV', 1],
  ['970436', 'VCB', 'Vietcombank', 1],
  ['970415', 'ICB', 'VietinBank', 1],
  ['970405', 'VBA', 'Agribank', 1],
  ['970407', 'TCB', 'Techcombank', 1],
  ['970422', 'MB', 'MB Bank', 1],
  ['970416', 'ACB', 'ACB', 1],
  ['970432', 'VPB', 'VPBank', 1],
  ['970423', 'TPB', 'TPBank', 1],
  ['970403', 'STB', 'Sacombank', 1],
  ['970437', 'HDB', 'HDBank', 1],
  ['970443', 'SHB', 'SHB', 1],
  ['970441', 'VIB', 'VIB', 1],
  ['970426', 'MSB', 'MSB', 1],
  ['970448', 'OCB', 'OCB', 1],
  ['970431', 'EIB', 'Eximbank', 1],
  ['970454', 'VCCB', 'BVBank', 1],
  ['970429', 'SCB', 'SCB', 1],
  ['970400', 'SGICB', 'SaigonBank', 1],
  ['970409', 'BAB', 'BacABank', 1],
  ['970412', 'PVCB', 'PVcomBank', 1],
  ['970414', 'MBV', 'MBV', 1],
  ['970419', 'NCB', 'NCB', 1],
  ['970424', 'SHBVN', 'ShinhanBank', 1],
  ['970425', 'ABB', 'ABBANK', 1],
  ['970427', 'VAB', 'VietABank', 1],
  ['970428', 'NAB', 'NamABank', 1],
  ['970430', 'PGB', 'PGBank', 1],
  ['970433', 'VIETBANK', 'VietBank', 1],
  ['970438', 'BVB', 'BaoVietBank', 1],
  ['970440', 'SEAB', 'SeABank', 1],
  ['970446', 'COOPBANK', 'Co-opBank', 1],
  ['970449', 'LPB', 'LPBank', 1],
  ['970452', 'KLB', 'KienLongBank', 1],
  ['970457', 'WVN', 'Woori', 1],
  ['970406', 'VIKKI', 'Vikki Bank', 1],
  ['970408', 'GPB', 'GPBank', 1],
  ['970444', 'CBB', 'VCBNeo', 1],
  ['970458', 'UOB', 'UOB', 1],
  ['970439', 'PBVN', 'Public Bank', 1],
  ['970434', 'IVB', 'Indovina Bank', 1],
  ['970421', 'VRB', 'VRB', 1],
  ['970442', 'HLBVN', 'Hong Leong Bank', 1],
  ['970410', 'SCVN', 'Standard Chartered', 1],
  ['422589', 'CIMB', 'CIMB', 1],
  ['546034', 'CAKE', 'CAKE', 1],
  ['963388', 'TIMO', 'Timo', 1],
  ['458761', 'HSBC', 'HSBC', 0],
  ['533948', 'CITIBANK', 'Citibank', 0],
  ['999888', 'VBSP', 'VBSP', 0],
] as const;

export type Bin = (typeof LIST)[number][0];
export interface Bank {
  bin: Bin;
  code: string;
  name: string;
  vietQr: boolean;
}
export const BANKS: readonly Bank[] = LIST.map(([bin, code, name, reads]) => ({
  bin,
  code,
  name,
  vietQr: reads === 1,
}));
export const BINS: readonly Bin[] = LIST.map(([bin]) => bin);

export const bankOf = (bin: unknown): Bank | null => BANKS.find(bank => bank.bin === bin) ?? null;

/** Banks that issue virtual accounts. */
export const VIRTUAL_BINS: readonly Bin[] = ['970418', '970422', '970448', '970432', '970426'];
