;; Scores one block of vectors: scores[i] = scales[i] * unit * Σ vectors[i][k] * question[k].
;;
;; Vectors are rows of $stride bytes (signed, $stride a multiple of 16), the question $stride signed 16-bit numbers.
;; The caller bounds the question so that a sum stays within 32 bits. All addresses are multiples of 4.
(module
  (import "env" "memory" (memory 1))
  (func (export "score")
    (param $vectors i32) (param $scales i32) (param $scores i32) (param $question i32)
    (param $stride i32) (param $count i32) (param $unit f32)
    (local $end i32) (local $rowEnd i32) (local $q i32)
    (local $bytes v128) (local $low v128) (local $high v128)
    (local.set $end (i32.add (local.get $scores) (i32.shl (local.get $count) (i32.const 2))))
    (block $done
      (loop $row
        (br_if $done (i32.ge_u (local.get $scores) (local.get $end)))
        (local.set $low (v128.const i32x4 0 0 0 0))
        (local.set $high (v128.const i32x4 0 0 0 0))
        (local.set $q (local.get $question))
        (local.set $rowEnd (i32.add (local.get $vectors) (local.get $stride)))
        (loop $sixteen
          (local.set $bytes (v128.load (local.get $vectors)))
          (local.set $low
            (i32x4.add (local.get $low)
              (i32x4.dot_i16x8_s
                (i16x8.extend_low_i8x16_s (local.get $bytes))
                (v128.load (local.get $q)))))
          (local.set $high
            (i32x4.add (local.get $high)
              (i32x4.dot_i16x8_s
                (i16x8.extend_high_i8x16_s (local.get $bytes))
                (v128.load offset=16 (local.get $q)))))
          (local.set $q (i32.add (local.get $q) (i32.const 32)))
          (local.set $vectors (i32.add (local.get $vectors) (i32.const 16)))
          (br_if $sixteen (i32.lt_u (local.get $vectors) (local.get $rowEnd))))
        (local.set $low (i32x4.add (local.get $low) (local.get $high)))
        (f32.store (local.get $scores)
          (f32.mul
            (f32.mul (f32.load (local.get $scales)) (local.get $unit))
            (f32.convert_i32_s
              (i32.add
                (i32.add
                  (i32x4.extract_lane 0 (local.get $low))
                  (i32x4.extract_lane 1 (local.get $low)))
                (i32.add
                  (i32x4.extract_lane 2 (local.get $low))
                  (i32x4.extract_lane 3 (local.get $low)))))))
        (local.set $scores (i32.add (local.get $scores) (i32.const 4)))
        (local.set $scales (i32.add (local.get $scales) (i32.const 4)))
        (br $row)))))
