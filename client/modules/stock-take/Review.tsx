import { type StockTakeRow, stockTake } from '@lobby/shared/modules/stock-take.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecordOf } from '../../kit/base/matches.ts';
import { request } from '../../kit/http/api.ts';
import { useFormats } from '../../kit/i18n/formats.ts';
import { applyRows, turnNow } from '../../kit/records/records.ts';
import { useCan } from '../../kit/session/permissions.ts';
import { scopeNow } from '../../kit/session/session.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { Checkbox } from '../../kit/ui/controls/Checkbox.tsx';
import { TextInput } from '../../kit/ui/controls/TextInput.tsx';
import { useSubmit } from '../../kit/ui/controls/useSubmit.ts';
import { DetailBody } from '../../kit/ui/detail/DetailBody.tsx';
import { type FigureColumn, FigureTable } from '../../kit/ui/figures/FigureTable.tsx';
import { RefLink } from '../../kit/ui/form/RefLink.tsx';
import { RefName } from '../../kit/ui/list/rows/RefName.tsx';
import { Refused } from '../../kit/ui/states/Refused.tsx';
import { styleClass } from '../../theme/classes.ts';
import type { Line } from './use-count.ts';

const barClass = styleClass({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '2',
  alignItems: 'center',
  mb: '3',
  '& > div': { flex: '1 1 200px' },
  '& [role=alert]': { color: 'bad.fg', textStyle: 'sm', w: 'full', m: '0' },
});

const differs = ({ difference, found, state }: Line) =>
  state !== 'COUNTED' || Boolean(difference) || (found !== null && found !== 'FOUND');

interface ReviewProps {
  take: Partial<StockTakeRow>;
  lines: readonly Line[];
  onRejected: () => Promise<void>;
}

/** Counted against book quantities, differences first; chosen lines can be counted again. */
export function Review({ take, lines, onRejected }: ReviewProps) {
  const { t } = useTranslation(stockTake.name);
  const { number, money } = useFormats();
  const may = useCan(stockTake.code, 'approve') && take.status === 'REVIEW';
  const [all, setAll] = useState(false);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [reason, setReason] = useState('');
  const { busy, error, code, run } = useSubmit();
  const some = lines.filter(differs);
  const shown = all || some.length === 0 ? lines : some;
  const toggle = (id: string) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  };
  const reject = () =>
    run(async () => {
      const turn = turnNow();
      const body = { version: take.version, lineIds: [...chosen], reason };
      const { data } = await request<RecordOf<typeof stockTake>>('PUT', `${stockTake.path}/${take.id}/reject`, {
        ...scopeNow(),
        body,
      });
      applyRows(stockTake.name, [data], { kind: 'answer', turn, detail: true });
      setChosen(new Set());
      await onRejected();
    });
  const figure = (key: 'bookAtCount' | 'final' | 'difference'): FigureColumn<Line> => ({
    key,
    label: t(`lines.${key}`),
    figure: true,
    cell: line => (typeof line[key] === 'number' ? number(line[key]) : ''),
  });
  const ofSupplies: FigureColumn<Line>[] = [
    ...(['bookAtCount', 'final', 'difference'] as const).map(figure),
    {
      key: 'worth',
      label: t('lines.worth'),
      figure: true,
      cell: ({ worth }) => (typeof worth === 'number' ? money(worth) : ''),
      foot: money(take.differenceValue ?? 0),
    },
  ];
  const ofAssets: FigureColumn<Line>[] = [
    { key: 'placeId', label: t('lines.place'), cell: ({ placeId }) => placeId && <RefName to="place" id={placeId} /> },
    {
      key: 'found',
      label: t('lines.found'),
      cell: ({ found, foundPlaceId }) => (
        <>
          {found && t(`found.${found}`)} {foundPlaceId && <RefName to="place" id={foundPlaceId} />}
        </>
      ),
    },
  ];
  return (
    <DetailBody>
      <div className={barClass()}>
        <Checkbox label={t('lines.all')} checked={all} onChange={event => setAll(event.target.checked)} />
        {may && chosen.size > 0 && (
          <>
            <TextInput
              aria-label={t('lines.why')}
              placeholder={t('lines.why')}
              maxLength={1000}
              value={reason}
              onChange={event => setReason(event.target.value)}
            />
            <Button busy={busy} disabled={!reason.trim()} onClick={() => void reject()}>
              {t('lines.again', { count: chosen.size })}
            </Button>
          </>
        )}
        <Refused error={error} code={code} />
      </div>
      <FigureTable<Line>
        label={t('lines.tab')}
        rows={shown}
        keyOf={({ id }) => id}
        columns={[
          {
            key: 'name',
            label: t('fields.name'),
            cell: line => (
              <>
                {may && (
                  <Checkbox bare label={line.name} checked={chosen.has(line.id)} onChange={() => toggle(line.id)} />
                )}{' '}
                <RefLink to={line.assetId ? 'asset' : 'supply'} id={line.assetId ?? line.supplyId ?? ''}>
                  {line.name}
                </RefLink>
              </>
            ),
          },
          ...(take.kind === 'ASSET' ? ofAssets : ofSupplies),
          {
            key: 'by',
            label: t('lines.by'),
            cell: ({ counts, state }) =>
              state === 'COUNTED'
                ? counts.map(({ byId, at }) => byId && <RefName key={at} to="employee" id={byId} />)
                : t('paper.notCounted'),
          },
        ]}
      />
    </DetailBody>
  );
}
