import { chakra } from '@chakra-ui/react';
import { type Level, location } from '@lobby/shared/modules/location.ts';
import { useTranslation } from 'react-i18next';
import { DetailDrawer } from '../../kit/ui/detail/drawer/DetailDrawer.tsx';
import { InfoTab } from '../../kit/ui/detail/info/InfoTab.tsx';
import { useUsualTabs } from '../../kit/ui/detail/useUsualTabs.tsx';
import { FieldInputs } from '../../kit/ui/form/inputs/FieldInputs.tsx';
import type { OfTree } from '../../kit/ui/tree/TreePart.tsx';
import { PlacesTab } from './PlacesTab.tsx';
import { Preview, TypedPreview } from './Preview.tsx';

const EDITED = ['name', 'code', 'quantity'] as const;

/** Detail of a level beside the tree, with its places. */
export function OpenLevel({ levels, ...props }: OfTree & { levels: readonly Level[] }) {
  const { id } = props;
  const { t } = useTranslation('place');
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
      {...props}
      definition={location}
      tabs={[
        ...(info ? [{ ...info, content: about }] : []),
        { value: 'places', label: t('plural'), content: <PlacesTab id={id} /> },
        ...others,
      ]}
      form={{
        fields: EDITED,
        children: (
          <>
            <FieldInputs names={EDITED} />
            <TypedPreview levels={levels} level={levels.find(level => level.id === id) ?? {}} />
          </>
        ),
      }}
    />
  );
}
