import { chakra } from '@chakra-ui/react';
import { unit } from '@lobby/shared/modules/unit.ts';
import { useAtomValue } from 'jotai';
import { useMemo } from 'react';
import { recordAtom } from '../../kit/records/records.ts';
import { filesOf } from '../../kit/ui/detail/info/FilesTab.tsx';
import { InfoTab } from '../../kit/ui/detail/info/InfoTab.tsx';

const FIELDS = [
  'type',
  'blockId',
  'floorId',
  'area',
  'useArea',
  'carpetArea',
  'direction',
  'bedrooms',
  'bathrooms',
  'balconies',
  'windows',
  'storeys',
  'handoverStatus',
  'appUsage',
  'balance',
  'labelIds',
  'address',
  // Few units have one beside their code.
  'name',
] as const;

/** Details of a unit below its picture. */
export function UnitInfo({ id }: { id: string }) {
  const entry = useAtomValue(useMemo(() => recordAtom(unit.name, id), [id]));
  const [picture] = entry ? (filesOf(unit, entry.row).find(([name]) => name === 'thumbnail')?.[1] ?? []) : [];
  return (
    <InfoTab
      definition={unit}
      id={id}
      fields={FIELDS}
      before={
        picture && (
          <chakra.img
            src={picture.url}
            alt={picture.name}
            w="full"
            maxH="240px"
            objectFit="cover"
            borderRadius="md"
            mb="4"
          />
        )
      }
    />
  );
}
