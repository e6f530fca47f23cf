import { fund } from '@lobby/shared/modules/fund.ts';
import { type JournalEntry, journalEntry } from '@lobby/shared/modules/ledger.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useDetail } from '../../kit/live/useRows.ts';
import { DetailBody } from '../../kit/ui/detail/DetailBody.tsx';
import { FigureTable } from '../../kit/ui/figures/FigureTable.tsx';
import { RefName } from '../../kit/ui/list/rows/RefName.tsx';

type Line = JournalEntry['lines'][number];
type Side = 'debit' | 'credit';

/** An entry as T account: debits at the left, credits at the right, and both sums. */
export function EntryTab({ id }: { id: string }) {
  const { t } = useTranslation(['journal-entry', 'books']);
  const { money } = useFormats();
  const { data } = useDetail(journalEntry, id);
  const of = (side: Side) => (data?.lines ?? []).filter(line => line[side]);
  const [debits, credits] = [of('debit'), of('credit')];
  const rows = Array.from({ length: Math.max(debits.length, credits.length) }, (_, n) => ({
    debit: debits[n],
    credit: credits[n],
  }));
  const nameOf = (line: Line | undefined) =>
    line && (
      <>
        {t(`options.account.${line.account}`)}
        {line.fundId && <RefName to={fund.name} id={line.fundId} after=" · " />}
        {line.unitId && <RefName to={unit.name} id={line.unitId} after=" · " />}
        {line.serviceId && <RefName to="service" id={line.serviceId} after=" · " />}
      </>
    );
  const sum = (lines: readonly Line[], side: Side) => lines.reduce((total, line) => total + (line[side] ?? 0), 0);
  const columns = (['debit', 'credit'] as const).flatMap(side => [
    {
      key: side,
      label: t(`fields.${side}`),
      cell: (row: (typeof rows)[number]) => nameOf(row[side]),
      foot: side === 'debit' ? t('books:result.total') : '',
    },
    {
      key: `${side}Amount`,
      label: '',
      figure: true,
      cell: (row: (typeof rows)[number]) => (row[side]?.[side] ? money(row[side]?.[side] ?? 0) : ''),
      foot: money(sum(side === 'debit' ? debits : credits, side)),
    },
  ]);
  return (
    <DetailBody>
      <FigureTable label={t('t')} plain rows={data && rows} keyOf={(_, n) => n} columns={columns} />
    </DetailBody>
  );
}
