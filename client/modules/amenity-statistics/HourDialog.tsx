import type { QueryOf } from '@lobby/shared/kit/contract.ts';
import type { bookingsOfHour } from '@lobby/shared/modules/utility-booking.contract.ts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useContract } from '../../kit/live/useContract.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { RefName } from '../../kit/ui/list/rows/RefName.tsx';
import { Dialog } from '../../kit/ui/overlay/Dialog.tsx';
import { SkeletonRows } from '../../kit/ui/states/Skeleton.tsx';
import { styleClass } from '../../theme/classes.ts';

const listClass = styleClass({
  listStyle: 'none',
  p: '0',
  m: '0',
  '& > li': { py: '2', borderBottomWidth: '1px', borderColor: 'border', display: 'grid' },
  '& small': { color: 'fg.muted' },
});

interface HourDialogProps {
  title: string;
  query: QueryOf<typeof bookingsOfHour>;
  onClose: () => void;
}

/** Bookings behind a cell of the heat map. */
export function HourDialog({ title, query, onClose }: HourDialogProps) {
  const { t } = useTranslation(['amenity-statistics', 'common']);
  const { dateTime, time } = useFormats();
  const { data } = useContract<typeof bookingsOfHour>('/utility-booking/statistics/hour', { query });
  return (
    <Dialog open title={title} onClose={onClose} footer={<Button onClick={onClose}>{t('common:act.close')}</Button>}>
      {!data && <SkeletonRows />}
      {data?.length === 0 && <p>{t('noneAt')}</p>}
      <ul className={listClass()}>
        {data?.map(({ id, code, utilityId, unitId, startAt, endAt }) => (
          <li key={id}>
            <Link to={`?tab=all&id=${id}`}>{code}</Link>
            <small>
              <RefName to="utility" id={utilityId} /> · <RefName to="unit" id={unitId} /> · {dateTime(startAt)}–
              {time(endAt)}
            </small>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
