import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import { purchaseRequest } from '@lobby/shared/modules/purchase-request.ts';
import type { supplyNeeds } from '@lobby/shared/modules/supply.contract.ts';
import { supply } from '@lobby/shared/modules/supply.ts';
import { ListPlus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../../kit/base/toast.ts';
import { request } from '../../kit/http/api.ts';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useContract } from '../../kit/live/useContract.ts';
import { useCan } from '../../kit/session/permissions.ts';
import { scopeNow } from '../../kit/session/session.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { Checkbox } from '../../kit/ui/controls/Checkbox.tsx';
import { useSubmit } from '../../kit/ui/controls/useSubmit.ts';
import { type FigureColumn, FigureTable } from '../../kit/ui/figures/FigureTable.tsx';
import { RefLink } from '../../kit/ui/form/RefLink.tsx';
import { RefName } from '../../kit/ui/list/rows/RefName.tsx';
import { Empty, ErrorState } from '../../kit/ui/states/EmptyState.tsx';
import { Refused } from '../../kit/ui/states/Refused.tsx';
import { SkeletonRows } from '../../kit/ui/states/Skeleton.tsx';
import { styleClass } from '../../theme/classes.ts';

const partClass = styleClass({
  display: 'flex',
  flexDirection: 'column',
  minH: '0',
  '& > header': { display: 'flex', alignItems: 'center', gap: '3', px: '3', py: '2' },
  '& > header > span': { flex: '1', color: 'fg.muted', textStyle: 'sm' },
});

type Need = AnswerOf<typeof supplyNeeds>[number];

/** Supplies below their limit with proposed quantities; creates a purchase request from the chosen ones. */
export function NeedsPart() {
  const { t } = useTranslation('supply');
  const { money, number } = useFormats();
  const mayAsk = useCan(supply.code, 'write');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const { busy, error: refused, code, run } = useSubmit();
  const { data, error, again } = useContract<typeof supplyNeeds>('/supply/needs', { follow: supply.code, delay: 500 });
  if (error && !data) return <ErrorState title={error.message} onRetry={() => void again()} />;
  if (!data) return <SkeletonRows />;
  if (data.length === 0) return <Empty title={t('needs.none')} />;
  const figure = (key: 'stock' | 'limit' | 'ordered' | 'propose', label: string): FigureColumn<Need> => ({
    key,
    label,
    figure: true,
    cell: row => `${number(row[key])} ${row.unitName}`,
  });
  const toggle = (id: string) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  };
  const ask = () =>
    run(async () => {
      const body = chosen.size > 0 ? { supplyIds: [...chosen] } : { all: true };
      const answer = await request<{ created: string[] }>('POST', `${purchaseRequest.path}/from-needs`, {
        ...scopeNow(),
        body,
      });
      toast({ tone: 'done', title: t('needs.made', { count: answer.data.created.length }) });
      setChosen(new Set());
      await again();
    });
  return (
    <div className={partClass()}>
      <header>
        <span role="status">{t('needs.chosen', { count: chosen.size })}</span>
        <Refused error={refused} code={code} />
        {mayAsk && (
          <Button icon={ListPlus} busy={busy} onClick={() => void ask()}>
            {t('needs.ask')}
          </Button>
        )}
      </header>
      <FigureTable<Need>
        label={t('parts.needs')}
        rows={data}
        keyOf={row => row.supplyId}
        columns={[
          {
            key: 'name',
            label: t('fields.name'),
            cell: row => (
              <>
                {mayAsk && (
                  <Checkbox
                    bare
                    label={row.name}
                    checked={chosen.has(row.supplyId)}
                    disabled={row.open}
                    onChange={() => toggle(row.supplyId)}
                  />
                )}{' '}
                <RefLink to={supply.name} id={row.supplyId}>
                  {row.name}
                </RefLink>
              </>
            ),
          },
          figure('stock', t('fields.stock')),
          figure('limit', t('fields.limit')),
          figure('ordered', t('needs.ordered')),
          figure('propose', t('needs.propose')),
          {
            key: 'partner',
            label: t('fields.partnerId'),
            cell: row => row.partnerId && <RefName to="partner" id={row.partnerId} />,
          },
          {
            key: 'lastPrice',
            label: t('fields.lastPrice'),
            figure: true,
            cell: row => (row.lastPrice === null ? '' : money(row.lastPrice)),
          },
        ]}
      />
    </div>
  );
}
