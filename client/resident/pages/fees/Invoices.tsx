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
  const answer = useContract<typeof ownInvoices>('/e-invoice-buyer/mine', {}, ['E_INVOICE']).data;
  const buyer = answer?.buyer;
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
        {paper => (
          <div className="item">
            <div>
              <p>{paper.month ? monthTitle(paper.month) : paper.invoiceDate && day(paper.invoiceDate)}</p>
              <small>
                <Parts
                  of={[`${paper.symbol}-${paper.number}`, paper.invoiceDate && day(paper.invoiceDate)]
                    .filter(Boolean)
                    .join(' · ')}
                />
                {paper.kind !== 'ORIGINAL' && ` · ${t(`invoices.kinds.${paper.kind}`)}`}
                {paper.status === 'REPLACED' && ` · ${t('invoices.replaced')}`}
              </small>
            </div>
            <span className="ends">
              <span className="money">{money(paper.total)}</span>
              {answer?.papers && (
                <span>
                  <span className="slots">
                    <button type="button" className="quiet" onClick={() => take(paper, 'pdf')}>
                      PDF
                    </button>
                    <button type="button" className="quiet" onClick={() => take(paper, 'xml')}>
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
