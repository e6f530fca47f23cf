import { defineRecipe, type RecipeDefinition, type RecipeSelection, type SystemStyleObject } from '@chakra-ui/react';
import { css } from '@emotion/react';
import { system } from '../theme.ts';
import { styleCache } from './cache.ts';

type Variants = Record<string, Record<string, SystemStyleObject>>;

/**
 * Turns a recipe into a function from its variants to a class name. The styles are written once per combination, so an
 * element of a long list costs a look-up; Chakra's own elements build theirs anew at each render.
 */
export function recipeClass<V extends Variants>(
  recipe: RecipeDefinition<V>,
): (variants?: RecipeSelection<V>) => string {
  const names = new Map<string, string>();
  const styleOf = system.cva(recipe);
  return variants => {
    const key = variants ? Object.values(variants).join() : '';
    let name = names.get(key);
    if (name === undefined) {
      name = keep(styleOf(variants));
      names.set(key, name);
    }
    return name;
  };
}

/** Class name of fixed styles. */
export function styleClass(style: SystemStyleObject): () => string {
  return recipeClass(defineRecipe({ base: style }));
}

function keep(style: SystemStyleObject): string {
  // The styles are plain CSS by now: tokens and conditions are resolved.
  const serialized = css(style as Parameters<typeof css>[0]);
  const name = `${styleCache.key}-${serialized.name}`;
  styleCache.insert(`.${name}`, serialized, styleCache.sheet, true);
  return name;
}
