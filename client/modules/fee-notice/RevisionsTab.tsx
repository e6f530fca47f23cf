import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import type { noticeNext } from '@lobby/shared/modules/fee-notice.contract.ts';
import { feeNotice } from '@lobby/shared/modules/fee-notice.ts';
import { useAtomValue } from 'jotai';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useContract } from '../../kit/live/useContract.ts';
import { useQuery } from '../../kit/live/useQuery.ts';
import { recordAtom } from '../../kit/records/records.ts';
import { DetailBody } from '../../kit/ui/detail/DetailBody.tsx';
import { FigureTable } from '../../kit/ui/figures/FigureTable.tsx';
import { Sums } from '../../kit/ui/figures/Sums.tsx';
import { RefName } from '../../kit/ui/list/rows/RefName.tsx';
import { Refused } from '../../kit/ui/states/Refused.tsx';

/** A line has `total` for a bill of the month, `left` for an older one. */
type Figures = Omit<AnswerOf<typeof noticeNext>, 'interest'>;
interface Revision extends Figures {
  at: string;
  by: string;
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
function compared(before: Figures, now: Figures): Compared[] {
  const linesIn = ({ lines, debtLines }: Figures) =>
    new Map([...lines, ...debtLines].map(line => [line.billId ?? `${line.serviceId} ${line.month}`, line]));
  const [old, fresh] = [linesIn(before), linesIn(now)];
  const amountOf = (line: Figures['lines'][number] | undefined) => (line ? (line.total ?? line.left ?? 0) : null);
  return [...new Set([...fresh.keys(), ...old.keys()])].flatMap(key => {
    const line = fresh.get(key) ?? old.get(key);
    const [was, is] = [amountOf(old.get(key)), amountOf(fresh.get(key))];
    return line && was !== is ? [{ key, serviceId: line.serviceId, month: line.month, before: was, now: is }] : [];
  });
}

/** Published revisions of a notice with their changes; before it is published again, also what it will say then. */
export function RevisionsTab({ id }: { id: string }) {
  const { t } = useTranslation('fee-notice');
  const { dateTime, money } = useFormats();
  const entry = useAtomValue(useMemo(() => recordAtom(feeNotice.name, id), [id]));
  const { data } = useQuery<Revision[]>(`${feeNotice.path}/${id}/revisions`, {
    follow: feeNotice.code,
  });
  const { data: coming, error } = useContract<typeof noticeNext>(
    '/fee-notice/:id/next',
    entry?.row.status === 'EDITED' && { params: { id }, follow: feeNotice.code },
  );
  return (
    <DetailBody>
      {data?.length === 0 && <p>{t('revisions.none')}</p>}
      {entry?.row.status === 'EDITED' && error && <Refused error={error.message} code={error.code} />}
      {entry?.row.status === 'EDITED' && coming && (
        <section>
          <h3>{t('revisions.next', { revision: coming.revision })}</h3>
          {coming.interest > 0 && <p>{t('revisions.interest', { amount: money(coming.interest) })}</p>}
          <Compare of={coming} before={data?.[0]} />
        </section>
      )}
      {data?.map((revision, n) => (
        <section key={revision.revision}>
          <h3>
            {t('revisions.one', { revision: revision.revision })} · {dateTime(revision.at)} · {revision.by}
          </h3>
          <Compare of={revision} before={data[n + 1]} />
        </section>
      ))}
    </DetailBody>
  );
}

/** Sums of a revision, and its lines that differ from the one before. */
function Compare({ of, before: earlier }: { of: Figures; before: Figures | undefined }) {
  const { t } = useTranslation('fee-notice');
  const { money, day } = useFormats();
  const amountOf = (amount: number | null) => (amount === null ? '–' : money(amount));
  return (
    <>
      <Sums of={SHOWN.map(name => [t(`fields.${name}`), money(of[name])] as const)} />
      {earlier && (
        <FigureTable<Compared>
          label={t('revisions.changed')}
          rows={compared(earlier, of)}
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
              label: t('revisions.one', { revision: of.revision - 1 }),
              figure: true,
              cell: ({ before }) => amountOf(before),
            },
            {
              key: 'now',
              label: t('revisions.one', { revision: of.revision }),
              figure: true,
              cell: ({ now }) => amountOf(now),
            },
          ]}
        />
      )}
    </>
  );
}
