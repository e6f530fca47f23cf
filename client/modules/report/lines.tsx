import { chakra } from '@chakra-ui/react';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../kit/ui/controls/Button.tsx';
import { type Choice, Select } from '../../kit/ui/controls/Select.tsx';

/** A removable line of the editor. */
export function Line({ line, onRemove, children }: { line: number; onRemove: () => void; children: ReactNode }) {
  const { t } = useTranslation('report');
  return (
    <chakra.div display="flex" gap="1" alignItems="center" flexWrap="wrap">
      {children}
      <IconButton icon={X} size="sm" label={t('ui.remove', { line: line + 1 })} onClick={onRemove} />
    </chakra.div>
  );
}

/** A select with an accessible name; `none` labels the empty choice. */
export const select = (
  label: string,
  value: string,
  of: readonly Choice[],
  set: (value: string) => void,
  none?: string,
) => (
  <Select
    aria-label={label}
    value={value}
    choices={none === undefined ? of : [{ value: '', label: none }, ...of]}
    onChange={event => set(event.target.value)}
  />
);
