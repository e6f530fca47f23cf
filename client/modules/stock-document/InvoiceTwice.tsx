import { fold } from '@lobby/shared/kit/text-search.ts';
import { stockDocument } from '@lobby/shared/modules/stock-document.ts';
import { useTranslation } from 'react-i18next';
import { useRows } from '../../kit/live/useRows.ts';
import { useFormScope } from '../../kit/ui/form/form-context.ts';
import { useFormValues } from '../../kit/ui/form/useFormValues.ts';
import { styleClass } from '../../theme/classes.ts';

const noteClass = styleClass({ textStyle: 'sm', color: 'waiting.fg' });
const { partnerId, invoiceNumber, kind } = stockDocument.fields;
const ASKED = { partnerId, invoiceNumber, kind };
const MOST = 100;

/** Warns where an invoice of the supplier is in the books already; two deliveries may be on one invoice. */
export function InvoiceTwice() {
  const { t } = useTranslation(stockDocument.name);
  const { recordId } = useFormScope();
  const values = useFormValues(ASKED);
  const typed = typeof values.invoiceNumber === 'string' ? fold(values.invoiceNumber.trim()) : '';
  const { data } = useRows(values.kind === 'RECEIPT' && values.partnerId && typed ? stockDocument : null, {
    filter: {
      partnerId: { in: [String(values.partnerId)] },
      kind: { in: ['RECEIPT'] },
      status: { in: ['DRAFT', 'OFFICIAL'] },
    },
    sort: '-documentDate',
    limit: MOST,
    delay: 300,
  });
  const other = data?.find(row => row.id !== recordId && fold(row.invoiceNumber ?? '') === typed);
  if (!other) return null;
  return (
    <p className={noteClass()} role="status">
      {t('invoiceTwice', { code: other.code ?? t('statuses.DRAFT') })}
    </p>
  );
}
