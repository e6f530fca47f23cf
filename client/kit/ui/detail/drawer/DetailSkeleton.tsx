import { chakra } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { VisuallyHidden } from '../../marks/VisuallyHidden.tsx';
import { Bone } from '../../states/Skeleton.tsx';

/** Placeholder of a loading detail: title, acts, tabs and fields. */
export function DetailSkeleton() {
  const { t } = useTranslation('common');
  return (
    <div role="status">
      <VisuallyHidden>{t('state.loading')}</VisuallyHidden>
      <chakra.div display="grid" gap="3" px="5" pt="5" pb="4" borderBottomWidth="1px" borderColor="border">
        <Bone width="62%" />
        <Bone shape="pill" width={180} />
        <chakra.div display="flex" gap="2" css={{ '& > span': { h: 'control' } }}>
          <Bone shape="pill" width={104} />
          <Bone shape="pill" width={88} />
          <Bone shape="pill" width={96} />
        </chakra.div>
      </chakra.div>
      <chakra.div display="grid" gridTemplateColumns="128px 1fr" gap="4" rowGap="5" p="5">
        {[48, 64, 40, 72, 56].map(width => [
          <Bone key={`label-${width}`} width={72} />,
          <Bone key={width} width={`${width}%`} />,
        ])}
      </chakra.div>
    </div>
  );
}
