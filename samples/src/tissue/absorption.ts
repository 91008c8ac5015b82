/** X-ray absorption of each tissue per mm, relative to soft tissue = 0.3. */
export const ABSORPTION = {
  soft: 0.3,
  spongy: 0.52,
  cortical: 1.15,
  dentin: 1.12,
  enamel: 2.3,
  pulp: 0.2,
  guttapercha: 3.6,
  composite: 2.6,
  amalgam: 9,
  ceramic: 4.2,
  titanium: 3.4,
} as const;
