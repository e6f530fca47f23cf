import type { Flag } from '@lobby/shared/kit/permissions.ts';
import { isValidElement, type ReactNode } from 'react';
import { useMay } from '../session/permissions.ts';

/** What a part of a screen is made of. */
export interface Part {
  content: ReactNode;
  /** The module that it reads, where that is another than the one of its screen; of a list its definition says it. */
  code?: string;
  /** What is held there by who may see it; default `read`. */
  flag?: Flag;
}

/** The module of the definition that a part is the list of. */
function moduleOf({ code, content }: Part): string | undefined {
  if (code) return code;
  const { definition } = isValidElement<{ definition?: { code?: unknown } }>(content) ? content.props : {};
  return typeof definition?.code === 'string' ? definition.code : undefined;
}

/** The parts that the reader may see: the others are not offered. */
export function useReadable<P extends Part>(parts: readonly P[]): readonly P[] {
  const may = useMay();
  return parts.filter(part => {
    const module = moduleOf(part);
    return module === undefined || may(module, part.flag);
  });
}
