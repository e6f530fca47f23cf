import { chakra } from '@chakra-ui/react';
import { ChevronDown, ChevronUp, Columns3 } from 'lucide-react';
import { styleClass } from '../../../../theme/classes.ts';
import { type Density, useDensity } from '../../../../theme/density.ts';
import type { ColumnChoice } from '../../../session/preferences.ts';
import { Button, IconButton } from '../../controls/Button.tsx';
import { Checkbox } from '../../controls/Checkbox.tsx';
import { Select } from '../../controls/Select.tsx';
import { Popover } from '../../overlay/Popover.tsx';
import { useListModel } from '../model/model.ts';
import { useListWords } from '../model/words.ts';
import { moveColumn, orderOf } from './columns.ts';

const rowsClass = styleClass({ display: 'flex', flexDirection: 'column', p: '1', m: '0', borderWidth: '0' });
const rowClass = styleClass({
  display: 'flex',
  alignItems: 'center',
  minH: 'control',
  ps: '2',
  borderRadius: 'sm',
  _hover: { bg: 'bg.muted' },
  '& > label': { flex: '1' },
});
const footClass = styleClass({
  display: 'flex',
  alignItems: 'center',
  gap: '2',
  p: '2',
  borderTopWidth: '1px',
  borderColor: 'border',
  '& > :first-child': { flex: '1' },
});
const DENSITIES: readonly Density[] = ['compact', 'comfortable'];

interface ColumnsMenuProps {
  /** Visible fields. */
  shown: readonly string[];
  /** Number of columns hidden for lack of width. */
  left: number;
  choice: ColumnChoice;
  onChange: (choice: ColumnChoice) => void;
}

/** Settings of a list: columns, their order, and row height. */
export function ColumnsMenu({ shown, left, choice, onChange }: ColumnsMenuProps) {
  const { definition } = useListModel();
  const t = useListWords();
  const { density, setDensity } = useDensity();
  const order = orderOf(definition, choice.order);
  const flip = (field: string) => {
    const hidden = order.filter(other => (other === field) === shown.includes(other));
    onChange({ ...choice, hidden });
  };
  const move = (field: string, by: 1 | -1) => onChange({ ...choice, order: moveColumn(order, field, by) });
  return (
    <Popover
      label={t('kit:list.columns')}
      placement="bottom-end"
      flush
      trigger={
        left > 0 ? (
          <Button icon={Columns3} look="ghost">
            {t('kit:list.columnsShown', { shown: shown.length, all: shown.length + left })}
          </Button>
        ) : (
          <IconButton icon={Columns3} label={t('kit:list.columns')} />
        )
      }
    >
      <chakra.div w="280px" maxW="full">
        <fieldset aria-label={t('kit:list.columns')} className={rowsClass()}>
          {order.map((field, index) => {
            const name = t(`fields.${field}`);
            return (
              <div key={field} className={rowClass()}>
                <Checkbox
                  label={name}
                  checked={shown.includes(field)}
                  disabled={index === 0}
                  onChange={() => flip(field)}
                />
                {index > 0 && (
                  <>
                    <IconButton
                      icon={ChevronUp}
                      size="sm"
                      label={t('kit:list.moveUp', { name })}
                      disabled={index === 1}
                      onClick={() => move(field, -1)}
                    />
                    <IconButton
                      icon={ChevronDown}
                      size="sm"
                      label={t('kit:list.moveDown', { name })}
                      disabled={index === order.length - 1}
                      onClick={() => move(field, 1)}
                    />
                  </>
                )}
              </div>
            );
          })}
        </fieldset>
        <div className={footClass()}>
          <Select
            size="sm"
            aria-label={t('kit:list.density')}
            value={density}
            choices={DENSITIES.map(value => ({ value, label: t(`kit:list.${value}`) }))}
            onChange={event => setDensity(event.target.value === 'comfortable' ? 'comfortable' : 'compact')}
          />
          <Button look="ghost" size="sm" onClick={() => onChange({})}>
            {t('kit:list.resetColumns')}
          </Button>
        </div>
      </chakra.div>
    </Popover>
  );
}
