import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import type { billInterest } from '@lobby/shared/modules/bill.contract.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { request } from '../../../kit/http/api.ts';
import { useFormats } from '../../../kit/i18n/formats.ts';
import { useContract } from '../../../kit/live/useContract.ts';
import { useCan } from '../../../kit/session/permissions.ts';
import { scopeNow } from '../../../kit/session/session.ts';
import { Button } from '../../../kit/ui/controls/Button.tsx';
import { DetailBody } from '../../../kit/ui/detail/DetailBody.tsx';
import { FigureTable } from '../../../kit/ui/figures/FigureTable.tsx';
import { Sums } from '../../../kit/ui/figures/Sums.tsx';
import { ConfirmDialog } from '../../../kit/ui/overlay/ConfirmDialog.tsx';
import { SkeletonRows } from '../../../kit/ui/states/Skeleton.tsx';

type Stretch = AnswerOf<typeof billInterest>['stretches'][number];
type Posting = AnswerOf<typeof billInterest>['postings'][number];

/** Late interest of a bill: accrual by period, charges and waivers. */
export function InterestTab({ id }: { id: string }) {
  const { t } = useTranslation('bill');
  const { money, number, percent, day } = useFormats();
  const mayWaive = useCan(bill.code, 'updateStatus');
  const [taken, setTaken] = useState<string | null>(null);
  const { data } = useContract<typeof billInterest>('/bill/:id/interest', {
    params: { id },
    follow: bill.code,
    delay: 800,
  });
  if (!data) return <SkeletonRows />;
  const takeBack = async (reason: string) => {
    await request('PUT', `${bill.path}/${id}/cancel-waiver`, { ...scopeNow(), body: { postingId: taken, reason } });
    setTaken(null);
  };
  return (
    <DetailBody>
      <Sums
        of={(['accrued', 'posted', 'paid', 'waived'] as const).map(name => [t(`late.${name}`), money(data[name])])}
      />
      {data.stretches.length === 0 ? (
        <p>{t('late.none')}</p>
      ) : (
        <FigureTable<Stretch>
          label={t('how.late')}
          rows={data.stretches}
          keyOf={({ from }) => from}
          columns={[
            { key: 'days', label: t('how.late'), cell: line => `${day(line.from)} – ${day(line.to)}` },
            {
              key: 'what',
              label: t('late.sentence'),
              cell: line => `${money(line.principal)} × ${percent(line.rate)} × ${number(line.days)} / 365`,
            },
            { key: 'amount', label: t('how.amount'), figure: true, cell: line => money(Math.round(line.exact)) },
          ]}
        />
      )}
      <FigureTable<Posting>
        label={t('late.postings')}
        rows={data.postings}
        keyOf={posting => posting.id}
        columns={[
          {
            key: 'what',
            label: t('late.postings'),
            cell: posting =>
              `${day(posting.day)} · ${t(`late.causes.${posting.cause}`)}${posting.reason ? ` · ${posting.reason}` : ''}`,
          },
          { key: 'amount', label: t('how.amount'), as: 'money' },
          {
            key: 'act',
            label: '',
            cell: posting =>
              mayWaive && posting.cause === 'WAIVE' && posting.open ? (
                <Button size="sm" onClick={() => setTaken(posting.id)}>
                  {t('actions.unwaive')}
                </Button>
              ) : null,
          },
        ]}
      />
      <ConfirmDialog
        open={taken !== null}
        title={t('actions.unwaive')}
        description={t('late.takeBack')}
        confirm={t('actions.unwaive')}
        reason={{}}
        onConfirm={takeBack}
        onCancel={() => setTaken(null)}
      />
    </DetailBody>
  );
}
