import { feeNotice } from '@lobby/shared/modules/fee-notice.ts';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useQuery } from '../../kit/live/useQuery.ts';
import { DetailBody } from '../../kit/ui/detail/DetailBody.tsx';
import { FigureTable } from '../../kit/ui/figures/FigureTable.tsx';
import { Sums } from '../../kit/ui/figures/Sums.tsx';
import { RefName } from '../../kit/ui/list/rows/RefName.tsx';

interface RevisionLine {
  billId?: string | null;
  serviceId: string;
  month: string;
  /** `total` of a bill of the month, `left` of an older one. */
  total?: number;
  left?: number;
}
interface Revision {
  lines: RevisionLine[];
  debtLines: RevisionLine[];
  revision: number;
  at: string;
  by: string;
  newTotal: number;
  debtTotal: number;
  interestTotal: number;
  totalPayment: number;
}
const SHOWN = ['newTotal', 'debtTotal', 'interestTotal', 'totalPayment'] as const;

interface Compared {
  key: string;
  serviceId: string;
  month: string;
  before: number | null;
  now: number | null;
}

/** Differing lines of two revisions, in the order of the later one. */
function compared(before: Revision, now: Revision): Compared[] {
  const linesIn = ({ lines, debtLines }: Revision) =>
    new Map([...lines, ...debtLines].map(one => [one.billId ?? `${one.serviceId} ${one.month}`, one]));
  const [old, fresh] = [linesIn(before), linesIn(now)];
  const amountOf = (line: RevisionLine | undefined) => (line ? (line.total ?? line.left ?? 0) : null);
  return [...new Set([...fresh.keys(), ...old.keys()])].flatMap(key => {
    const line = fresh.get(key) ?? old.get(key);
    const [was, is] = [amountOf(old.get(key)), amountOf(fresh.get(key))];
    return line && was !== is ? [{ key, serviceId: line.serviceId, month: line.month, before: was, now: is }] : [];
  });
}

/** Published revisions of a notice with their changes. */
export function RevisionsTab({ id }: { id: string }) {
  const { t } = useTranslation('fee-notice');
  const { money, dateTime, day } = useFormats();
  const said = (amount: number | null) => (amount === null ? '–' : money(amount));
  const { data } = useQuery<Revision[]>(`${feeNotice.path}/${id}/revisions`, {
    follow: feeNotice.code,
  });
  return (
    <DetailBody>
      {data?.length === 0 && <p>{t('revisions.none')}</p>}
      {data?.map((one, n) => (
        <section key={one.revision}>
          <h3>
            {t('revisions.one', { revision: one.revision })} · {dateTime(one.at)} · {one.by}
          </h3>
          <Sums of={SHOWN.map(name => [t(`fields.${name}`), money(one[name])] as const)} />
          {data[n + 1] && (
            <FigureTable<Compared>
              label={t('revisions.changed')}
              rows={compared(data[n + 1] as Revision, one)}
              keyOf={({ key }) => key}
              columns={[
                {
                  key: 'service',
                  label: t('fields.serviceId'),
                  cell: ({ serviceId, month }) => (
                    <>
                      <RefName to="service" id={serviceId} /> {day(month)}
                    </>
                  ),
                },
                {
                  key: 'before',
                  label: t('revisions.one', { revision: one.revision - 1 }),
                  figure: true,
                  cell: ({ before }) => said(before),
                },
                {
                  key: 'now',
                  label: t('revisions.one', { revision: one.revision }),
                  figure: true,
                  cell: ({ now }) => said(now),
                },
              ]}
            />
          )}
        </section>
      ))}
    </DetailBody>
  );
}
