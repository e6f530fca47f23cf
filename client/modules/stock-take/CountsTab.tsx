import { stockTake, stockTakeLine } from '@lobby/shared/modules/stock-take.ts';
import { useAtomValue } from 'jotai';
import { ListChecks } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { useFormats } from '../../kit/i18n/formats.ts';
import { recordAtom } from '../../kit/records/records.ts';
import { Line, RelatedRecords } from '../../kit/ui/detail/related/RelatedRecords.tsx';
import { RefName } from '../../kit/ui/list/rows/RefName.tsx';
import { Status } from '../../kit/ui/marks/Status.tsx';
import { useRelatedRecords } from '../../kit/ui/useRelatedRecords.ts';
import { STATE_TONES } from './tones.ts';

const MOST = 50;

/** Stock takes that contain a supply or asset. */
export function CountsTab({ of, id }: { of: 'supplyId' | 'assetId'; id: string }) {
  const { t } = useTranslation(stockTake.name);
  const view = useRelatedRecords(stockTakeLine, of, id, MOST);
  return (
    <RelatedRecords view={view} most={MOST} icon={ListChecks} none={t('empty.title')}>
      {rowId => <Counted key={rowId} id={rowId} />}
    </RelatedRecords>
  );
}

function Counted({ id }: { id: string }) {
  const { t } = useTranslation(stockTake.name);
  const { idUnitGroup = '' } = useParams();
  const { dateTime } = useFormats();
  const entry = useAtomValue(useMemo(() => recordAtom(stockTakeLine.name, id), [id]));
  const row = (entry?.row ?? {}) as { takeId?: string; state?: keyof typeof STATE_TONES; updatedAt?: string };
  const { takeId = '', state = 'OPEN', updatedAt } = row;
  return (
    <Line
      to={`/projects/${idUnitGroup}/${stockTake.opens}${takeId}`}
      title={<RefName to={stockTake.name} id={takeId} />}
      note={updatedAt && dateTime(updatedAt)}
      after={<Status tone={STATE_TONES[state]}>{t(`states.${state}`)}</Status>}
    />
  );
}
