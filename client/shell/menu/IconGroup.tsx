import { useNavigate } from 'react-router';
import { Badge } from '../../kit/ui/marks/Badge.tsx';
import { Menu } from '../../kit/ui/overlay/Menu.tsx';
import { type MenuGroup, sumOf } from './menu.ts';
import { iconClass } from './side-bar.ts';

/** A group in the collapsed side bar: its icon, with its entries as a menu. */
export function IconGroup({ group, lit }: { group: MenuGroup; lit: string | null }) {
  const navigate = useNavigate();
  const active = group.entries.find(entry => entry.to === lit);
  const Icon = group.icon;
  return (
    <Menu
      placement="right-start"
      tooltip={group.label}
      trigger={
        <button
          type="button"
          aria-label={group.label}
          className={iconClass({ active: active !== undefined, waiting: sumOf(group) > 0 })}
        >
          <Icon />
        </button>
      }
      sections={[
        {
          key: group.key,
          label: group.label,
          items: group.entries.map(entry => ({
            key: entry.key,
            label: (
              <span style={{ display: 'flex', justifyContent: 'space-between', gap: 8 }}>
                {entry.label}
                <Badge count={entry.count ?? 0} />
              </span>
            ),
            onSelect: () => navigate(entry.to),
          })),
        },
      ]}
    />
  );
}
