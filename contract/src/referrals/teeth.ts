/** Teeth by FDI (ISO 3950): quadrants 1 to 4 have eight permanent teeth, 5 to 8 five of children. */
export const isTooth = (number: number): boolean => {
  const quadrant = Math.floor(number / 10);
  const position = number % 10;
  const teeth = quadrant <= 4 ? 8 : 5;
  return quadrant >= 1 && quadrant <= 8 && position >= 1 && position <= teeth;
};
