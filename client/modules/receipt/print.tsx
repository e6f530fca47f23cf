import { amountInWords } from '@lobby/shared/kit/amount-words.ts';
import { type ReceiptRow, receipt } from '@lobby/shared/modules/receipt.ts';
import type { PaperLayout } from '@lobby/shared/modules/report-template.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { FileText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useLanguage } from '../../kit/i18n/i18n.ts';
import { useQuery } from '../../kit/live/useQuery.ts';
import { PrintedPage } from '../../kit/ui/pages/PrintedPage.tsx';
import { paperClass } from '../../kit/ui/paper/paper.ts';
import { SheetFoot, SheetHead } from '../../kit/ui/paper/SheetParts.tsx';
import { styleClass } from '../../theme/classes.ts';

const slipClass = styleClass({
  display: 'grid',
  gap: '4',
  fontSize: '1rem',
  '& > header': { display: 'flex', justifyContent: 'space-between', gap: '6', '& p': { m: '0' } },
  '& h2': { textAlign: 'center', fontSize: '1.5rem', fontWeight: 'bold' },
  '& > p': { textAlign: 'center' },
  '& dl': { display: 'grid', gridTemplateColumns: 'max-content 1fr', columnGap: '4', rowGap: '2' },
  '& dd': { m: '0', fontWeight: 'semibold' },
  '& footer': {
    display: 'grid',
    gridTemplateColumns: '1fr 1fr 1fr',
    textAlign: 'center',
    pt: '6',
    '& small': { display: 'block' },
  },
  '& [data-cancelled]': { color: '#b3261e', fontWeight: 'bold', fontSize: '1.25rem' },
});

interface Place {
  name: string;
  address: string | null;
}

/** A receipt on paper, in the reader's language, with its amount in words. */
export function Component() {
  const { idUnitGroup = '', receiptId = '' } = useParams();
  const { t } = useTranslation('receipt');
  const { language } = useLanguage();
  const { money, day } = useFormats();
  const scope = { projectId: idUnitGroup };
  const { data: own, error } = useQuery<ReceiptRow>(`${receipt.path}/${receiptId}`, { scope });
  const { data: place } = useQuery<Place>(`/unit-group/${idUnitGroup}/contact`, { scope });
  const { data: home } = useQuery<{ code: string }>(own?.unitId ? `${unit.path}/${own.unitId}` : null, { scope });
  const { data: layout } = useQuery<PaperLayout | null>('/fee-notice/layout', {
    scope,
    query: { paper: 'RECEIPT' },
  });
  return (
    <PrintedPage title={own?.code ?? t('name')} icon={FileText} state={own ? 'ready' : error ? 'failed' : 'loading'}>
      {own && (
        <article className={paperClass()} data-paper="text" lang={language}>
          <div className={slipClass()}>
            <header>
              <SheetHead place={place ?? null} building={layout?.building ?? null} />
              <p>
                {own.code}
                <br />
                {t('paper.date', { day: day(own.voucherDate ?? own.accountingDate) })}
              </p>
            </header>
            <h2>{t('paper.title')}</h2>
            {own.status === 'CANCELED' && <p data-cancelled="">{t('paper.cancelled')}</p>}
            <dl>
              <dt>{t('paper.payer')}</dt>
              <dd>{own.payerName}</dd>
              {home && (
                <>
                  <dt>{t('paper.unit')}</dt>
                  <dd>{home.code}</dd>
                </>
              )}
              <dt>{t('fields.content')}</dt>
              <dd>{own.content ?? t(`options.type.${own.type}`)}</dd>
              <dt>{t('fields.method')}</dt>
              <dd>{t(`options.method.${own.method}`)}</dd>
              <dt>{t('fields.amount')}</dt>
              <dd>{money(own.amount)}</dd>
              <dt>{t('paper.words')}</dt>
              <dd>{amountInWords(own.amount, language)}</dd>
            </dl>
            {layout && layout.signatures.length > 0 ? (
              <SheetFoot layout={layout} />
            ) : (
              <footer>
                {(['signHead', 'signPayer', 'signCashier'] as const).map(who => (
                  <p key={who}>
                    <b>{t(`paper.${who}`)}</b>
                    <small>{t('paper.sign')}</small>
                  </p>
                ))}
              </footer>
            )}
          </div>
        </article>
      )}
    </PrintedPage>
  );
}
