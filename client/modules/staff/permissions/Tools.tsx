import { Users } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Select } from '../../../kit/ui/controls/Select.tsx';
import { usePhone } from '../../../kit/ui/layout/phone.ts';
import { VisuallyHidden } from '../../../kit/ui/marks/VisuallyHidden.tsx';
import { styleClass } from '../../../theme/classes.ts';
import type { Places } from './usePlaces.ts';

const barClass = styleClass({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: '3',
  rowGap: '2',
  flex: 'none',
  minH: '13',
  px: '4',
  py: '2',
  borderBottomWidth: '1px',
  borderColor: 'border',
  '& > h1': { textStyle: 'lg', fontWeight: 'semibold' },
  '& > label': {
    display: 'flex',
    alignItems: 'center',
    gap: '2',
    w: { base: 'full', md: 'auto' },
    textStyle: 'sm',
    color: 'fg.muted',
    whiteSpace: 'nowrap',
  },
  // Stacked labels have equal widths, so that their fields align.
  '& > label > span': { flex: 'none', w: { base: '88px', md: 'auto' }, whiteSpace: { base: 'normal', md: 'nowrap' } },
  // Wide screens have the list of positions instead.
  '& > label[data-chosen]': { display: { base: 'flex', xl: 'none' } },
  '& > small': { display: 'inline-flex', alignItems: 'center', gap: '1', textStyle: 'xs', color: 'fg.muted' },
  '& > small svg': { w: '4', h: '4' },
  '& > i': { display: { base: 'none', md: 'block' }, flex: '1' },
});

interface ToolsProps {
  places: Places;
  positionId: string;
  holders: number | null;
  /** Copies from another position; absent without permission to write. */
  onCopy?: ((positionId: string) => void) | undefined;
  onPosition: (positionId: string) => void;
}

/** Selects of department and position, number of holders, and copying from another position. */
export function Tools({ places, positionId, holders, onCopy, onPosition }: ToolsProps) {
  const { t } = useTranslation(['authorization', 'department', 'position']);
  const [officeField, placeField, copyField] = [useId(), useId(), useId()];
  const phone = usePhone();
  const { departments, positions } = places;
  const office = positions.find(position => position.id === positionId)?.departmentId ?? '';
  const within = (id: string) => positions.filter(position => position.departmentId === id);
  const nameOf = (id: string) => departments.find(department => department.id === id)?.name ?? '';
  const peopled = departments.filter(department => within(department.id).length > 0);
  return (
    <div className={barClass()}>
      {/* On phones the bar of parts shows the title. */}
      <h1>{phone ? <VisuallyHidden>{t('title')}</VisuallyHidden> : t('title')}</h1>
      <label data-chosen htmlFor={officeField}>
        <span>{t('department:name')}</span>
        <Select
          id={officeField}
          value={office}
          choices={peopled.map(department => ({ value: department.id, label: department.name }))}
          onChange={event => onPosition(within(event.target.value)[0]?.id ?? positionId)}
        />
      </label>
      <label data-chosen htmlFor={placeField}>
        <span>{t('position:name')}</span>
        <Select
          id={placeField}
          value={positionId}
          choices={within(office).map(position => ({ value: position.id, label: position.name }))}
          onChange={event => onPosition(event.target.value)}
        />
      </label>
      <small>
        {holders !== null && (
          <>
            <Users aria-hidden /> {t('holders', { count: holders })}
          </>
        )}
      </small>
      <i />
      {onCopy && (
        <label htmlFor={copyField}>
          <span>{t('copy')}</span>
          <Select
            id={copyField}
            value=""
            placeholder={t('choose')}
            choices={positions
              .filter(position => position.id !== positionId)
              .map(position => ({ value: position.id, label: `${nameOf(position.departmentId)} · ${position.name}` }))}
            onChange={event => event.target.value && onCopy(event.target.value)}
          />
        </label>
      )}
    </div>
  );
}
