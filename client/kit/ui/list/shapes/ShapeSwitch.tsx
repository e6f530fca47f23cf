import { CalendarDays, Columns3, type LucideIcon, Rows3 } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { styleClass } from '../../../../theme/classes.ts';
import type { Row } from '../../../base/matches.ts';
import { IconButton } from '../../controls/Button.tsx';
import { usePhone } from '../../layout/phone.ts';
import { Menu } from '../../overlay/Menu.tsx';
import { useListWords } from '../model/words.ts';
import type { BoardShape } from './Board.tsx';
import type { CalendarShape } from './Calendar.tsx';

const groupClass = styleClass({ display: 'flex', flex: 'none', borderWidth: '0', p: '0', m: '0', minW: '0' });

/** Other views of records than the table. */
export interface Shapes<R = Row, N extends string = string> {
  board?: BoardShape<R>;
  calendar?: CalendarShape<R, N>;
  /** View shown if the URL names neither a view nor a tab. Phones show the list, */
  first?: 'board' | 'calendar';
  /** unless this view is made for them too. */
  onPhone?: boolean;
}
type Shape = 'table' | 'board' | 'calendar';

const ICONS: Record<Shape, LucideIcon> = { table: Rows3, board: Columns3, calendar: CalendarDays };

/** View named by the URL. */
export function useShape(shapes: Shapes | undefined): Shape {
  const [params] = useSearchParams();
  const phone = usePhone();
  const wanted = params.get('as') ?? (params.has('tab') || (phone && !shapes?.onPhone) ? null : shapes?.first);
  return (wanted === 'board' || wanted === 'calendar') && shapes?.[wanted] ? wanted : 'table';
}

/** Switch between table, board and calendar, a menu on phones; filters and the open record are kept. */
export function ShapeSwitch({ shapes }: { shapes: Shapes }) {
  const t = useListWords();
  const [, setParams] = useSearchParams();
  const shape = useShape(shapes);
  const phone = usePhone();
  const choose = (next: Shape) =>
    setParams(before => {
      const params = new URLSearchParams(before);
      if (next === 'table' && !shapes.first) params.delete('as');
      else params.set('as', next);
      return params;
    });
  const offered = (['table', 'board', 'calendar'] as const).filter(option => option === 'table' || shapes[option]);
  if (phone) {
    const items = offered.map(option => ({ key: option, icon: ICONS[option], label: t(`kit:list.shapes.${option}`) }));
    const pick = (key: string) => offered.filter(option => option === key).forEach(choose);
    const label = t('kit:list.shape');
    return (
      <Menu
        placement="bottom-end"
        tooltip={label}
        trigger={<IconButton icon={ICONS[shape]} label={label} />}
        sections={[{ key: 'shapes', value: shape, onValue: pick, items }]}
      />
    );
  }
  return (
    <fieldset className={groupClass()} aria-label={t('kit:list.shape')}>
      {offered.map(option => (
        <IconButton
          key={option}
          icon={ICONS[option]}
          size="sm"
          look={shape === option ? 'outline' : 'ghost'}
          label={t(`kit:list.shapes.${option}`)}
          pressed={shape === option}
          onClick={() => choose(option)}
        />
      ))}
    </fieldset>
  );
}
