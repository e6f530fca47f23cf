import { feeNotice } from '@lobby/shared/modules/fee-notice.ts';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useQuery } from '../../kit/live/useQuery.ts';
import { DetailBody } from '../../kit/ui/detail/DetailBody.tsx';
import { Sums } from '../../kit/ui/Sums.tsx';

interface Revision {
  revision: number;
  at: string;
  by: string;
  newTotal: number;
  debtTotal: number;
  interestTotal: number;
  totalPayment: number;
}
const SHOWN = ['newTotal', 'debtTotal', 'interestTotal', 'totalPayment'] as const;

/** What residents were sent, each time that it was published. */
export function RevisionsTab({ id }: { id: string }) {
  const { t } = useTranslation('fee-notice');
  const { money, dateTime } = useFormats();
  const { data } = useQuery<Revision[]>(`${feeNotice.path}/${id}/revisions`, {
    follow: feeNotice.code,
  });
  return (
    <DetailBody>
      {data?.length === 0 && <p>{t('revisions.none')}</p>}
      {data?.map(one => (
        <section key={one.revision}>
          <h3>
            {t('revisions.one', { revision: one.revision })} · {dateTime(one.at)} · {one.by}
          </h3>
          <Sums of={SHOWN.map(name => [t(`fields.${name}`), money(one[name])] as const)} />
        </section>
      ))}
    </DetailBody>
  );
}
