import { chakra } from '@chakra-ui/react';
import { type Level, location } from '@lobby/shared/modules/location.ts';
import { CirclePlus, FolderTree } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Row } from '../../kit/matches.ts';
import { Button } from '../../kit/ui/Button.tsx';
import { DetailDrawer } from '../../kit/ui/detail/DetailDrawer.tsx';
import { InfoTab } from '../../kit/ui/detail/InfoTab.tsx';
import { useUsualTabs } from '../../kit/ui/detail/useUsualTabs.tsx';
import { FieldInput } from '../../kit/ui/form/FieldInput.tsx';
import { PlacesTab } from './PlacesTab.tsx';
import { Preview, TypedPreview } from './Preview.tsx';

/** A new level, in another or at the top; or one that is to stand elsewhere. */
export type Asked = { kind: 'new'; parentId: string | null } | { kind: 'move'; row: Row };

interface OpenLevelProps {
  id: string;
  levels: readonly Level[];
  order: readonly string[];
  onOpen: (id: string | null) => void;
  /** Absent: the reader may look only. */
  onAsk: ((asked: Asked) => void) | undefined;
}

const EDITED = ['name', 'code', 'quantity'];

/** One level beside the tree, with the places that it makes; its neighbours are the lines in sight. */
export function OpenLevel({ id, levels, order, onOpen, onAsk }: OpenLevelProps) {
  const { t } = useTranslation(['location', 'place']);
  const at = order.indexOf(id);
  const step = (to: string | undefined) => (to === undefined ? undefined : () => onOpen(to));
  const [info, ...others] = useUsualTabs(location, id);
  const about = (
    <InfoTab definition={location} id={id}>
      <chakra.div mt="5">
        <Preview levels={levels} id={id} />
      </chakra.div>
    </InfoTab>
  );
  return (
    <DetailDrawer
      definition={location}
      id={id}
      nav={{
        position: at < 0 ? null : at + 1,
        total: order.length,
        next: step(order[at + 1]),
        previous: at > 0 ? step(order[at - 1]) : undefined,
        close: () => onOpen(null),
      }}
      tabs={[
        ...(info ? [{ ...info, content: about }] : []),
        { value: 'places', label: t('place:plural'), content: <PlacesTab id={id} /> },
        ...others,
      ]}
      form={{
        fields: EDITED,
        children: (
          <>
            {EDITED.map(name => (
              <FieldInput key={name} name={name} />
            ))}
            <TypedPreview levels={levels} level={levels.find(one => one.id === id) ?? {}} />
          </>
        ),
      }}
      actionsExtra={row =>
        onAsk && (
          <>
            <Button icon={CirclePlus} onClick={() => onAsk({ kind: 'new', parentId: id })}>
              {t('tree.below')}
            </Button>
            <Button icon={FolderTree} onClick={() => onAsk({ kind: 'move', row })}>
              {t('tree.move')}
            </Button>
          </>
        )
      }
    />
  );
}
