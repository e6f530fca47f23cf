import { INVOICE_DEFAULTS, type InvoiceConfig } from '@lobby/shared/modules/invoice-config.ts';
import { checkDigitOf } from '@lobby/shared/modules/tax-code.ts';

/** The first tax code from `nine` on that has a valid check digit. */
export function inventedTaxCode(nine: number): string {
  for (let n = nine; ; n++) {
    const begin = String(n).padStart(9, '0');
    const digit = checkDigitOf(begin);
    if (digit) return `${begin}${digit}`;
  }
}

const NAME = 'Ban quản lý Toà nhà Hoa Sen';
const TAX_CODE = inventedTaxCode(10_912_345);
const ADDRESS = '25 Lê Văn Lương, Phường Thanh Xuân, Thành phố Hà Nội';

/** Invoice settings of the large building; its seller is registered with the tax office sandbox. */
export const invoiceOfDemo: InvoiceConfig = {
  ...INVOICE_DEFAULTS,
  sellerName: NAME,
  sellerTaxCode: TAX_CODE,
  sellerPhone: '19001234',
  sellerAddress: ADDRESS,
  registration: 'ACCEPTED',
  acceptedSeller: { name: NAME, taxCode: TAX_CODE, address: ADDRESS },
};
