import { chakra } from '@chakra-ui/react';
import { Bone } from './Skeleton.tsx';

/** Stands for what fills a panel and is on its way, at about the height that it will need. */
export function PartSkeleton() {
  return (
    <chakra.div aria-hidden display="grid" alignContent="start" gap="5" minH="224px" px="4" py="3">
      {[72, 100, 56].map(width => (
        <Bone key={width} width={`${width}%`} />
      ))}
    </chakra.div>
  );
}
