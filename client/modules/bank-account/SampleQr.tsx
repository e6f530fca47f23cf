import { chakra } from '@chakra-ui/react';
import { bankOf } from '@lobby/shared/billing/banks.ts';
import { MOST_CONTENT, TRANSFER_TEMPLATE, templateFault, transferText } from '@lobby/shared/billing/transfer-text.ts';
import { vietQr } from '@lobby/shared/billing/vietqr.ts';
import { bankAccount } from '@lobby/shared/modules/fund.ts';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useFormValues } from '../../kit/ui/form/useFormValues.ts';
import { lazyPart } from '../../kit/ui/layout/lazy-part.tsx';
import { thisMonth } from '../../kit/ui/today.ts';

// Loaded once there is something to draw.
const QrCode = lazyPart(async () => (await import('../../kit/ui/qr/QrCode.tsx')).QrCode);

const { bankBin, accountNumber, transferTemplate } = bankAccount.fields;
const NUMBER = /^[A-Za-z0-9]{6,19}$/;
const SAMPLE = { unit: 'A-12.05', project: 'Lobby', amount: 1_250_000 };

/** Shows the transfer text and VietQR of a sample notice, made from the values typed so far, to be tried with a phone. */
export function SampleQr() {
  const { t } = useTranslation(bankAccount.name);
  const { money } = useFormats();
  const typed = useFormValues({ bankBin, accountNumber, transferTemplate });
  const number = String(typed.accountNumber ?? '').replace(/[\s.]/g, '');
  const template = String(typed.transferTemplate ?? '') || TRANSFER_TEMPLATE;
  const bank = bankOf(typed.bankBin);
  if (!bank || !NUMBER.test(number) || templateFault(template) !== null) return null;
  const [year = '', month = ''] = thisMonth().split('-');
  const code = `TBP-${year.slice(2)}${month}-00042`;
  const content = transferText(template, { ...SAMPLE, code, month: `${month}${year.slice(2)}` });
  const caption = `${content} · ${content.length}/${MOST_CONTENT} · ${money(SAMPLE.amount)}`;
  return (
    <chakra.figure data-wide="" display="flex" alignItems="center" gap="4" flexWrap="wrap" m="0">
      {bank.vietQr && (
        <chakra.div w="36" flex="none">
          <QrCode
            text={vietQr({ bin: bank.bin, account: number.toUpperCase(), amount: SAMPLE.amount, content })}
            label={t('qr')}
          />
        </chakra.div>
      )}
      <chakra.figcaption textStyle="sm" color="fg.muted" flex="1" minW="160px">
        {t(bank.vietQr ? 'sample.qr' : 'sample.text')}
        <br />
        {caption}
      </chakra.figcaption>
    </chakra.figure>
  );
}
