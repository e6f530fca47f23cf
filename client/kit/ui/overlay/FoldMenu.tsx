import { useTranslation } from 'react-i18next';
import { styleClass } from '../../../theme/classes.ts';
import { useFormats } from '../../i18n/formats.ts';
import { Menu, type MenuItem } from './Menu.tsx';

const moreClass = styleClass({
  flex: 'none',
  h: 'controlSmall',
  px: '2',
  borderRadius: 'md',
  color: 'fg.muted',
  textStyle: 'sm',
  whiteSpace: 'nowrap',
  position: 'relative',
  insetInlineEnd: 'var(--slack, 0px)',
  _hover: { bg: 'bg.subtle', color: 'fg' },
});

/** "+3": a menu of items that do not fit in a line. */
export function FoldMenu({ items }: { items: readonly MenuItem[] }) {
  const { t } = useTranslation('kit');
  const { count } = useFormats();
  if (items.length === 0) return null;
  return (
    <Menu
      trigger={
        <button type="button" className={moreClass()} aria-label={t('list.moreOnDay', { count: items.length })}>
          +{count(items.length)}
        </button>
      }
      sections={[{ key: 'folded', items }]}
    />
  );
}
