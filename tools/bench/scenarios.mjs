// Scenarios that several benchmarks of the page use.

const SETUP = `.isa sass sm=52
.lanes 32
.set R0 = iota(0, 32)
.set R1 = [1; 32]
.surface 0 1d_buffer R32_UINT 1024 base=0x2000 = iota(0, 1)
`;
const ADD = "SUATOM.D.1D_BUFFER.ADD.IGN R4, [R0], R1, 0x0;\n";

/** 32 lanes and 4 KiB of different values. */
export const WIDE = `${SETUP}${ADD}`;

/** A long run: 999,810 micro-steps of the 1,000,000 in the budget. */
export const LONG = `${SETUP}.semantics SUATOM {
  foreach_active (i) {
    for (UD k = 0; k < 5207; ++k) {
      UD header = Sc[i] & 0xfffff;
      UD address = texel_address(header, Q(x[i] * 4), 0, 0);
      atomic {
        T old = surface[address];
        surface[address] = old + src0[i];
      }
    }
  }
}
${ADD}`;
