import { invoice } from '@lobby/shared/modules/invoice.ts';
import { invoiceBuyer } from '@lobby/shared/modules/invoice-buyer.ts';
import { taxMessage } from '@lobby/shared/modules/tax-message.ts';
import { useTranslation } from 'react-i18next';
import { ScreenParts } from '../../kit/ui/pages/ScreenParts.tsx';
import { BuyersPart } from './lists/BuyersPart.tsx';
import { InvoicesPart } from './lists/InvoicesPart.tsx';
import { MessagesPart } from './lists/MessagesPart.tsx';

/** Invoices, messages and buyers. */
export function Component() {
  const { t } = useTranslation([invoice.name, invoiceBuyer.name, taxMessage.name]);
  return (
    <ScreenParts
      label={t('plural')}
      parts={[
        { value: 'invoices', label: t('plural'), content: <InvoicesPart /> },
        { value: 'messages', label: t('tax-message:plural'), content: <MessagesPart /> },
        { value: 'buyers', label: t('invoice-buyer:plural'), content: <BuyersPart /> },
      ]}
    />
  );
}
