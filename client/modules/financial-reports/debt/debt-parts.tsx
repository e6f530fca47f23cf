import type { Age } from '@lobby/shared/billing/ageing.ts';
import { block } from '@lobby/shared/modules/unit.ts';
import { useTranslation } from 'react-i18next';
import { Field } from '../../../kit/ui/controls/Field.tsx';
import { Select } from '../../../kit/ui/controls/Select.tsx';
import { RefSelect } from '../../../kit/ui/form/inputs/choices/RefSelect.tsx';
import { RefName } from '../../../kit/ui/list/rows/RefName.tsx';
import { styleClass } from '../../../theme/classes.ts';

export const GROUPS = ['month', 'service', 'block', 'floor', 'unit', 'label'] as const;
export type Group = (typeof GROUPS)[number];
export type Ages = Record<Age | 'total' | 'interest' | 'disputed' | 'inPlan', number>;

const homeClass = styleClass({
  '& > small': { display: 'block', textStyle: 'xs', color: 'fg.subtle', fontFamily: 'body' },
});

interface RowNameProps {
  group: Group;
  id: string | null;
  /** Payer of a unit. */
  residentId?: string | null;
}

/** Label of a group's row; a unit's has its payer below. */
export function RowName({ group, id, residentId }: RowNameProps) {
  if (!id) return '–';
  if (residentId)
    return (
      <span className={homeClass()}>
        <RefName to={group} id={id} />
        <small>
          <RefName to="resident" id={residentId} />
        </small>
      </span>
    );
  return group === 'month' ? id.split('-').reverse().join('/') : <RefName to={group} id={id} />;
}

/** Select of one block or all. */
export function BlockSelect({ value, onChange }: { value: string; onChange: (blockId: string) => void }) {
  const { t } = useTranslation('books');
  return (
    <RefSelect label={t('debt.block')} path={block.path} all={t('debt.allBlocks')} value={value} onChange={onChange} />
  );
}

/** Select of the grouping. */
export function GroupSelect({ value, onChange }: { value: Group; onChange: (group: Group) => void }) {
  const { t } = useTranslation('books');
  return (
    <Field label={t('debt.group')}>
      <Select
        value={value}
        choices={GROUPS.map(group => ({ value: group, label: t(`debt.by.${group}`) }))}
        onChange={event => onChange(event.target.value as Group)}
      />
    </Field>
  );
}

/** Query of the chosen block. */
export const ofBlock = (blockId: string) => (blockId ? { filter: { blockId: [blockId] } } : {});
