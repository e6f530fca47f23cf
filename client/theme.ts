import { createSystem, defaultBaseConfig, defineConfig } from '@chakra-ui/react';
import { colors, shadows } from './theme/colors.ts';
import { globalCss, keyframes } from './theme/global.ts';
import { dialogRecipe, drawerRecipe } from './theme/recipes/dialog.ts';
import { fieldRecipe, inputRecipe, selectRecipe, textareaRecipe } from './theme/recipes/field.ts';
import { comboboxRecipe, menuRecipe, popoverRecipe, toastRecipe, tooltipRecipe } from './theme/recipes/overlay.ts';
import { breakpoints, textStyles, tokens } from './theme/tokens.ts';

const look = defineConfig({
  preflight: true,
  cssVarsRoot: ':where(:root)',
  globalCss,
  theme: {
    breakpoints,
    keyframes,
    tokens,
    textStyles,
    semanticTokens: { colors, shadows },
    recipes: { input: inputRecipe, textarea: textareaRecipe },
    slotRecipes: {
      field: fieldRecipe,
      nativeSelect: selectRecipe,
      menu: menuRecipe,
      popover: popoverRecipe,
      combobox: comboboxRecipe,
      dialog: dialogRecipe,
      drawer: drawerRecipe,
      tooltip: tooltipRecipe,
      toast: toastRecipe,
    },
  },
});

/** The look of Lobby: Chakra's conditions and properties, our tokens and the recipes that are used; none of its own. */
export const system = createSystem(defaultBaseConfig, look);
