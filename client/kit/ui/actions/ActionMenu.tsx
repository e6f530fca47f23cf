import { chakra } from '@chakra-ui/react';
import { Ellipsis } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { buttonRecipe } from '../../../theme/recipes/button.ts';
import { Menu, type MenuSection } from '../overlay/Menu.tsx';

const Trigger = chakra('button', buttonRecipe);

/** The "…" menu after a bar of acts; nothing if empty. */
export function ActionMenu({ sections }: { sections: readonly MenuSection[] }) {
  const { t } = useTranslation('common');
  if (sections.every(({ items }) => items.length === 0)) return null;
  return (
    <chakra.span ms="auto">
      <Menu
        tooltip={t('act.more')}
        placement="bottom-end"
        trigger={
          <Trigger type="button" icon look="ghost" aria-label={t('act.more')}>
            <Ellipsis />
          </Trigger>
        }
        sections={sections}
      />
    </chakra.span>
  );
}
