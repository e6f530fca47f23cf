import { block } from '@lobby/shared/modules/unit.ts';
import { useTranslation } from 'react-i18next';
import { useOptions } from '../../kit/live/useRows.ts';
import { Field } from '../../kit/ui/controls/Field.tsx';
import { Select } from '../../kit/ui/controls/Select.tsx';
import { DayInput } from '../../kit/ui/form/inputs/dates/DayInput.tsx';

interface MonthAndBlockProps {
  month: string;
  onMonth: (month: string) => void;
  /** '' for all blocks. */
  blockId: string;
  onBlock: (blockId: string) => void;
}

/** Filter by month and block. */
export function MonthAndBlock({ month, onMonth, blockId, onBlock }: MonthAndBlockProps) {
  const { t } = useTranslation(['usage', 'books']);
  const blocks = useOptions(block);
  return (
    <>
      <Field label={t('fields.month')}>
        <DayInput kind="month" label={t('fields.month')} value={month} onChange={onMonth} />
      </Field>
      <Field label={t('books:debt.block')}>
        <Select
          value={blockId}
          choices={[
            { value: '', label: t('books:debt.allBlocks') },
            ...(blocks.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={event => onBlock(event.target.value)}
        />
      </Field>
    </>
  );
}
