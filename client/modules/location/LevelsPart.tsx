import { chakra } from '@chakra-ui/react';
import { location } from '@lobby/shared/modules/location.ts';
import { countOf, totalOf } from '@lobby/shared/modules/places.ts';
import { MapPinned } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../kit/i18n/formats.ts';
import { FieldInputs } from '../../kit/ui/form/inputs/FieldInputs.tsx';
import { type TreeDialog, TreePart } from '../../kit/ui/tree/TreePart.tsx';
import { OpenLevel } from './OpenLevel.tsx';
import { TypedPreview } from './Preview.tsx';
import { useLevels } from './useLevels.ts';

const MOVED = ['parentId'];
const ALL = ['name', 'code', 'quantity', 'parentId'];

/** Levels as a tree with the number of their places. */
export function LevelsPart() {
  const { t } = useTranslation('location');
  const { count: countWords } = useFormats();
  const { data: levels, error, again } = useLevels();
  const nodes = useMemo(() => levels?.map(level => ({ ...level, count: countOf(levels, level.id) })) ?? null, [levels]);
  const total = totalOf(levels ?? []);
  const form = (dialog: TreeDialog) => {
    const level = dialog.kind === 'new' ? {} : (levels?.find(({ id }) => id === dialog.row.id) ?? {});
    const fields = dialog.kind === 'move' ? MOVED : ALL;
    return {
      fields,
      ...(dialog.kind === 'new' && { defaults: { parentId: dialog.parentId, quantity: 1 } }),
      children: (
        <>
          <FieldInputs names={fields} />
          <TypedPreview levels={levels ?? []} level={level} />
        </>
      ),
    };
  };
  return (
    <TreePart
      query={{ data: nodes, error, again }}
      form={form}
      definition={location}
      icon={MapPinned}
      head={
        total > 0 && (
          <chakra.span color="fg.muted" flex="1" className="cut">
            {t('tree.total', { count: total, said: countWords(total) })}
          </chakra.span>
        )
      }
      note={({ quantity, count }) => t('tree.note', { quantity, count, said: countWords(count) })}
      drawer={props => <OpenLevel {...props} levels={levels ?? []} />}
    />
  );
}
