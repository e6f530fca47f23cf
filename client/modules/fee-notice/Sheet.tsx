import { amountInWords } from '@lobby/shared/kit/amount-words.ts';
import type { PaperLayout } from '@lobby/shared/modules/report-template.ts';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useLanguage } from '../../kit/i18n/i18n.ts';
import { paperClass } from '../../kit/ui/paper/paper.ts';
import { SheetFoot, SheetHead } from '../../kit/ui/paper/SheetParts.tsx';
import { QrCode } from '../../kit/ui/QrCode.tsx';
import { styleClass } from '../../theme/classes.ts';

export interface Paper {
  id: string;
  code: string;
  month: string;
  day: string;
  dueDate: string | null;
  unit: string;
  payer: string;
  total: number;
  carried: number;
  owed: number;
  /** What is left of it by now. */
  left: number;
  lines: { service: string; unitName: string; quantity: number; net: number; vat: number; total: number }[];
  bank: { name: string; number: string; holder: string; content: string } | null;
  qr: string | null;
}

const sheetClass = styleClass({
  display: 'grid',
  gap: '4',
  '& header': { display: 'flex', justifyContent: 'space-between', gap: '6' },
  '& p': { m: '0' },
  '& h2': { textAlign: 'center', fontSize: '1.375rem', fontWeight: 'bold', textTransform: 'uppercase' },
  '& table': { w: 'full', borderCollapse: 'collapse' },
  '& th, & td': { borderWidth: '1px', borderColor: '#c4ccd1', px: '2', py: '1.5', textAlign: 'start' },
  '& [data-figure]': { textAlign: 'end', fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' },
  '& tfoot': { fontWeight: 'bold' },
  '& section': { display: 'flex', gap: '6', alignItems: 'center', breakInside: 'avoid' },
  '& section svg': { w: '44mm', h: '44mm', flex: 'none' },
  '& dl': { display: 'grid', gridTemplateColumns: 'max-content 1fr', columnGap: '4', rowGap: '1' },
  '& dd': { m: '0', fontWeight: 'semibold' },
});

interface SheetProps {
  paper: Paper;
  place: { name: string; address: string | null; hotline: string | null } | null;
  /** What the project set of its papers; null: the usual form. */
  layout?: PaperLayout | null;
}

/** One notice on an A4 page. */
export function Sheet({ paper, place, layout }: SheetProps) {
  const { t } = useTranslation('fee-notice');
  const { language } = useLanguage();
  const { money, number, day } = useFormats();
  return (
    <article className={paperClass()} data-paper="sheet" lang={language}>
      <div className={sheetClass()}>
        <header>
          <SheetHead place={place} building={layout?.building ?? null} />
          <p>
            {paper.code}
            <br />
            {day(paper.day)}
          </p>
        </header>
        <h2>{t('paper.title', { month: day(paper.month) })}</h2>
        <p>
          {t('paper.to')}: <b>{paper.payer || paper.unit}</b> · {t('fields.unitId')}: <b>{paper.unit}</b>
        </p>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('paper.service')}</th>
              <th scope="col" data-figure="">
                {t('paper.quantity')}
              </th>
              <th scope="col" data-figure="">
                {t('paper.net')}
              </th>
              <th scope="col" data-figure="">
                {t('paper.vat')}
              </th>
              <th scope="col" data-figure="">
                {t('paper.sum')}
              </th>
            </tr>
          </thead>
          <tbody>
            {paper.lines.map(line => (
              <tr key={`${line.service} ${line.total} ${line.quantity}`}>
                <td>{line.service}</td>
                <td data-figure="">
                  {number(line.quantity)} {line.unitName}
                </td>
                <td data-figure="">{money(line.net)}</td>
                <td data-figure="">{money(line.vat)}</td>
                <td data-figure="">{money(line.total)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            {paper.carried > 0 && (
              <tr>
                <td colSpan={4}>{t('fields.debtTotal')}</td>
                <td data-figure="">{money(paper.carried)}</td>
              </tr>
            )}
            <tr>
              <td colSpan={4}>{t('fields.totalPayment')}</td>
              <td data-figure="">{money(paper.owed)}</td>
            </tr>
          </tfoot>
        </table>
        <p>
          {t('paper.words')}: <i>{amountInWords(paper.owed, language)}</i>
        </p>
        {paper.left < paper.owed && (
          <p>
            {paper.left > 0 ? (
              <>
                {t('paper.left')}: <b>{money(paper.left)}</b>
              </>
            ) : (
              <b>{t('paper.settled')}</b>
            )}
          </p>
        )}
        {paper.dueDate && (
          <p>
            {t('paper.due')}: <b>{day(paper.dueDate)}</b>
          </p>
        )}
        {paper.bank && layout?.showBank !== false && (
          <section>
            {paper.qr && layout?.showQr !== false && <QrCode text={paper.qr} label={t('paper.qr')} />}
            <dl>
              <dt>{t('paper.bank')}</dt>
              <dd>{paper.bank.name}</dd>
              <dt>{t('paper.account')}</dt>
              <dd>{paper.bank.number}</dd>
              <dt>{t('paper.holder')}</dt>
              <dd>{paper.bank.holder}</dd>
              <dt>{t('paper.content')}</dt>
              <dd>{paper.bank.content}</dd>
            </dl>
          </section>
        )}
        {layout && <SheetFoot layout={layout} />}
      </div>
    </article>
  );
}
