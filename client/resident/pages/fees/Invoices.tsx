import { printedTaxCode } from '@lobby/shared/kit/tax-code-text.ts';
import type { invoice } from '@lobby/shared/modules/invoice.ts';
import type { ownInvoices } from '@lobby/shared/modules/invoice-buyer.contract.ts';
import { useState } from 'react';
import { saveFile } from '../../../kit/http/save-file.ts';
import { callFile, type Refused } from '../../data/api.ts';
import { useContract } from '../../data/contract.ts';
import { type SeenRow, useRows } from '../../data/rows.ts';
import { monthTitle } from '../../fees.ts';
import { Parts } from '../../parts/cards.tsx';
import { List, Refusal } from '../../parts/parts.tsx';
import { day, money, t } from '../../words.ts';

type Invoice = SeenRow<typeof invoice>;

/** Electronic invoices of the unit, each with printed form and signed file. */
export function Invoices() {
  const { data, error } = useRows<typeof invoice>('/e-invoice', { limit: 50 }, ['E_INVOICE']);
  const own = useContract<typeof ownInvoices>('/e-invoice-buyer/mine', {}, ['E_INVOICE']).data;
  const buyer = own?.buyer;
  const [refused, setRefused] = useState<Refused | null>(null);
  if (!data || data.length === 0) return null;
  const take = ({ id, symbol, number }: Invoice, kind: 'pdf' | 'xml') =>
    void callFile(`/e-invoice/${id}/${kind}`).then(
      file => saveFile(file, `${symbol}-${number}.${kind}`),
      failure => setRefused(failure as Refused),
    );
  return (
    <section className="stack">
      <h2>{t('invoices.title')}</h2>
      {buyer && (
        <p className="muted">
          {buyer.noInvoice
            ? t('invoices.none')
            : t('invoices.to', {
                name: [buyer.companyName ?? buyer.name, buyer.taxCode && printedTaxCode(buyer.taxCode)]
                  .filter(Boolean)
                  .join(' · '),
              })}
        </p>
      )}
      <Refusal refused={refused} />
      <List rows={data} error={error} none={t('fees.none')}>
        {one => (
          <div className="item">
            <div>
              <p>{one.month ? monthTitle(one.month) : one.invoiceDate && day(one.invoiceDate)}</p>
              <small>
                <Parts
                  of={[`${one.symbol}-${one.number}`, one.invoiceDate && day(one.invoiceDate)]
                    .filter(Boolean)
                    .join(' · ')}
                />
                {one.kind !== 'ORIGINAL' && ` · ${t(`invoices.kinds.${one.kind}`)}`}
                {one.status === 'REPLACED' && ` · ${t('invoices.replaced')}`}
              </small>
            </div>
            <span className="ends">
              <span className="money">{money(one.total)}</span>
              {own?.papers && (
                <span>
                  <span className="slots">
                    <button type="button" className="quiet" onClick={() => take(one, 'pdf')}>
                      PDF
                    </button>
                    <button type="button" className="quiet" onClick={() => take(one, 'xml')}>
                      XML
                    </button>
                  </span>
                </span>
              )}
            </span>
          </div>
        )}
      </List>
    </section>
  );
}
