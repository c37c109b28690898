import type { AnnotationDefaults } from '../../contract/picture-marks.ts';
import type { ScreenSettings } from '../../engines/screen/settings/settings.ts';

/** What a mark gets that does not say it itself, as the person has set it. */
export const markDefaults = ({ annotation }: ScreenSettings): AnnotationDefaults => ({
  strokeColor: annotation.defaultStrokeColor,
  strokeWidth: annotation.defaultStrokeWidth,
  fontSize: annotation.defaultFontSize,
  fontFamily: annotation.defaultFontFamily,
  stepColor: annotation.stepNumberColor,
  stepSize: annotation.stepNumberSize,
  blurRadius: annotation.blurRadius,
});
